import { expect, it } from 'vitest'
import { createNames } from '../../src/slack/people.ts'

/** People and channels by id; whatever is asked for besides is not known to Slack. */
function startNames() {
  const clock = { nowMs: 0 }
  const asked: string[] = []
  const known: Record<string, object> = {
    U1: { user: { name: 'ana', profile: { display_name: 'Ana' } } },
    U2: { user: { name: 'ben', profile: { display_name: '\u3164' } } },
    C1: { channel: { name: 'docs', is_private: false } },
    C2: { channel: { name: 'layoffs', is_private: true } },
    C3: { channel: { name: 'odd' } }
  }
  const answer = async (id: string) => {
    asked.push(id)
    if (known[id] === undefined) throw new Error(`not found: ${id}`)
    return known[id]
  }
  const names = createNames({ userInfo: answer, channelInfo: answer }, () => clock.nowMs)
  const pass = (ms: number) => {
    clock.nowMs += ms
  }
  return { ...names, asked, pass }
}

const crowd = (from: number, count: number) => Array.from({ length: count }, (_, at) => `<@X${from + at}>`).join(' ')

it('names people and public channels, and a private one only in what was said there', async () => {
  const { nameMentions } = startNames()
  const text = '<@U1> <#C1|> <#C2> <#C3>'
  expect(await nameMentions(text, 'C1')).toBe('<@U1|Ana> <#C1|docs> <#C2> <#C3>')
  expect(await nameMentions(text, 'C2')).toBe('<@U1|Ana> <#C1|docs> <#C2|layoffs> <#C3>')
})

it('leaves the id of somebody whose name nobody can see', async () => {
  expect(await startNames().nameMentions('<@U2>', 'C1')).toBe('<@U2>')
})

it('asks once for a name, also while it is being asked for, and once a minute for one that Slack does not tell', async () => {
  const { nameMentions, asked, pass } = startNames()
  await Promise.all(['<@U1> <@X1>', '<@X1> <@U1>'].map(text => nameMentions(text, 'C1')))
  await nameMentions('<@U1> <@X1>', 'C1')
  expect(asked).toEqual(['U1', 'X1'])
  pass(61_000)
  await nameMentions('<@U1> <@X1>', 'C1')
  expect(asked).toEqual(['U1', 'X1', 'X1'])
})

it('asks for twenty names of texts that belong together, and for forty a minute', async () => {
  const { nameMentions, together, asked, pass } = startNames()
  const named = together('C1')
  await Promise.all([named(crowd(0, 15)), named(crowd(15, 15))])
  expect(asked).toHaveLength(20)
  await nameMentions(crowd(100, 30), 'C1')
  await nameMentions(crowd(200, 30), 'C1')
  expect(asked).toHaveLength(40)
  expect(await nameMentions('<@U1>', 'C1')).toBe('<@U1>')
  pass(61_000)
  expect(await nameMentions('<@U1>', 'C1')).toBe('<@U1|Ana>')
})
