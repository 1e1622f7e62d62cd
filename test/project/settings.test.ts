import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parseConfig, SETTING_NAMES } from '../../src/config.ts'
import { GOOD } from '../support/complaint.ts'
import { readText, sectionOf, tableRows } from './project-files.ts'

const paragraphs = (await readText('.env.example')).trim().split('\n\n').slice(1)
const rows = tableRows(sectionOf(await readText('docs/configuration.md'), '## Settings'))

describe('.env.example', () => {
  it('lists every setting once, with what it is and where to get it', () => {
    const listed = paragraphs.map(text => /^# .+\n# From: .+\n(?:# )?([A-Z_]+)=.*$/.exec(text)?.[1])
    expect(listed).toEqual(SETTING_NAMES)
  })

  it('changes nothing when its defaults are uncommented', () => {
    const uncommented = paragraphs.join('\n').replace(/^# ([A-Z_]+=)/gm, '$1')
    expect(parseConfig({ ...parseEnv(uncommented), ...GOOD })).toEqual(parseConfig(GOOD))
  })

  it('lacks only the required settings', () => {
    const required = rows.filter(([, value]) => value?.startsWith('**required**')).map(([name]) => name)
    const untouched = parseEnv(paragraphs.join('\n'))
    expect(
      Object.keys(untouched)
        .map(name => `\`${name}\``)
        .sort()
    ).toEqual(required.toSorted())
    // Of the two ways in, one is enough.
    expect(() => parseConfig(untouched)).toThrow(`${required.length - 1} settings need your attention`)
  })
})

it('has a row for every setting in docs/configuration.md, in the words of .env.example', () => {
  expect(rows.map(([name]) => name)).toEqual(SETTING_NAMES.map(name => `\`${name}\``))
  for (const [place, [, value = '', about = '', from = '']] of rows.entries()) {
    const paragraph = paragraphs[place] ?? ''
    expect(paragraph).toContain(`# ${about.replaceAll('`', '')}.`)
    expect(paragraph).toContain(`# From: ${from}\n`)
    if (value.startsWith('**required**')) expect(paragraph).toMatch(/^[A-Z_]+=$/m)
    // In words, it says what happens when nothing is set.
    else expect(paragraph).toMatch(value.includes(' ') ? /^# [A-Z_]+=$/m : `=${value.replaceAll('`', '')}`)
  }
})
