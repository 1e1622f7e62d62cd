import { expect, it } from 'vitest'
import { defaultJobIn } from '../../../src/followups/model/setting.ts'

it('has default jobs of each project apart', () => {
  expect(defaultJobIn('project-2').name).not.toBe(defaultJobIn('project-1').name)
})
