import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../src/config.ts'
import { SETTINGS } from '../../src/settings.ts'
import { readText, sectionOf, tableRows } from './project-files.ts'

type Setting = { about: string; from: string; default?: string }

const settings: [string, Setting][] = Object.entries(SETTINGS)
const names = settings.map(([name]) => name)

const FILLED_IN = {
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_APP_TOKEN: 'xapp-1',
  AGENT_API_URL: 'https://agents.example.com',
  AGENT_PROJECT_ID: 'p1',
  AGENT_API_KEY: 'key_1'
}

/** "unset: …" and "empty: …" describe a default in words; the others are the value itself. */
const isInWords = (text: string) => / /.test(text)

describe('.env.example', () => {
  it('lists every setting once, with what it is and where to get it', async () => {
    const paragraphs = (await readText('.env.example')).trim().split('\n\n').slice(1)
    expect(paragraphs.map(text => /^(?:# )?([A-Z_]+)=/m.exec(text)?.[1])).toEqual(names)
    for (const [place, [, { about, from }]] of settings.entries()) {
      expect(paragraphs[place]).toContain(`# ${about.replaceAll('`', '')}.`)
      expect(paragraphs[place]).toContain(`# From: ${from}`)
    }
  })

  it('shows the defaults, commented out', async () => {
    const text = await readText('.env.example')
    const shown = Array.from(text.matchAll(/^# ([A-Z_]+)=(.*)$/gm), ([, name = '', value]) => [name, value])
    const optional = settings.flatMap(([name, { default: value }]) => (value === undefined ? [] : [[name, value]]))
    expect(shown).toEqual(optional.map(([name, value = '']) => [name, isInWords(value) ? '' : value]))
  })

  it('changes nothing when its defaults are uncommented', async () => {
    const uncommented = (await readText('.env.example')).replace(/^# ([A-Z_]+=)/gm, '$1')
    expect(parseConfig({ ...parseEnv(uncommented), ...FILLED_IN })).toEqual(parseConfig(FILLED_IN))
  })

  it('lacks only the required settings', async () => {
    const untouched = parseEnv(await readText('.env.example'))
    const required = settings.filter(([, setting]) => setting.default === undefined).map(([name]) => name)
    expect(() => parseConfig(untouched)).toThrow(`${required.length} settings need your attention`)
    for (const name of required) expect(() => parseConfig(untouched)).toThrow(name)
  })
})

it('has a row for every setting in docs/configuration.md, in the words of settings.ts', async () => {
  const rows = tableRows(sectionOf(await readText('docs/configuration.md'), '## Settings'))
  expect(rows.map(([name]) => name)).toEqual(names.map(name => `\`${name}\``))
  for (const [place, [, setting]] of settings.entries()) {
    const [, value = '', about, from] = rows[place] ?? []
    expect([about, from]).toEqual([setting.about, setting.from])
    if (setting.default === undefined) expect(value).toMatch(/^\*\*required\*\*/)
    else expect(value.replaceAll('`', '')).toBe(setting.default.replaceAll('`', ''))
  }
})
