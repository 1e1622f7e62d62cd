import { expect, it } from 'vitest'
import { defaultJobIn, settingNamed } from '../../../src/followups/model/setting.ts'

it('has default jobs of each project apart', () => {
  expect(defaultJobIn('project-2').name).not.toBe(defaultJobIn('project-1').name)
  expect(settingNamed('job of project-2')?.name).toBe('job of project-2')
})
