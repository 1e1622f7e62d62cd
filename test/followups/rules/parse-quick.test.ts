import { expect, it } from 'vitest'
import { LONGEST_LABEL, parseQuick } from '../../../src/followups/rules/parse-quick.ts'
import { QUICK, quickId } from '../../../src/followups/rules/quick-followups.ts'

const lines = (count: number) => Array.from({ length: count }, (_, at) => `Label ${at + 1}: Do this`).join('\n')

it('takes one quick follow-up from each line, with its label before the first colon', () => {
  const typed = '\n Fix the tests :  The tests fail: find out why.  \n\n短く：短くしてください\r\n'
  expect(parseQuick(typed)).toEqual({
    quick: [
      { label: 'Fix the tests', prompt: 'The tests fail: find out why.' },
      { label: '短く', prompt: '短くしてください' }
    ]
  })
  expect(parseQuick('  \n')).toEqual({ quick: [] })
})

it.each([
  ['no colon', 'Fix the tests', 'no label', 1],
  ['nothing before the colon', 'Shorten it: Shorten it.\n: Fix the tests', 'no label', 2],
  ['nothing after it', '\n\nFix the tests: ', 'nothing to send', 3],
  ['a long label', `${'x'.repeat(LONGEST_LABEL + 1)}: Do this`, 'label too long', 1],
  ['the same label twice', 'Fix: Fix it.\nfix: Fix that.', 'same label', 2],
  ['a word for the bot', 'Status: status', 'not for the agent', 1],
  ['a time that no clock shows', 'Late: at 25:00: fix it', 'no such time', 1],
  ['a time too far ahead', 'Never: in 10 days: fix it', 'no such time', 1],
  ['a time and nothing to send then', 'Later: when idle:', 'nothing to send', 1],
  ['a label that nobody sees', '\u200b: fix it', 'no label', 1],
  ['thanks', 'Thank it: thank you!', 'not for the agent', 1],
  ['an aside', 'Aside: // later', 'not for the agent', 1],
  ['a sixth', lines(6), 'too many', 6],
  ['more than fits into the field', `A:${'x'.repeat(1_498)}\nB:${'x'.repeat(1_496)}`, 'too long', 2],
  ['a secret', 'Deploy: use ghp_16C7e42F292c6912E7710c838347Ae178B4a', 'secret', 1],
  ['a secret as its label', 'ghp_16C7e42F292c6912E7710c838347: Use it', 'secret', 1]
])('refuses %s, and says in which line', (_, typed, kind, line) => {
  expect(parseQuick(typed)).toMatchObject({ problem: { kind, line } })
})

it('takes as many as there may be', () => {
  expect(parseQuick(lines(5))).toMatchObject({ quick: { length: 5 } })
})

it('reads what it stored, and nothing from what is no list of them', () => {
  const quick = [
    { label: 'Fix', prompt: 'Fix it: all of it.' },
    { label: '短く', prompt: '短く' }
  ]
  expect(QUICK.values.parse(QUICK.values.encode(quick))).toEqual(quick)
  expect(QUICK.values.safeParse('["Fix"]').success).toBe(false)
})

it('knows words again only as they were', () => {
  const fix = { label: 'Fix', prompt: 'Fix it.' }
  expect(quickId({ ...fix })).toBe(quickId(fix))
  const others = [
    { ...fix, prompt: 'Fix all.' },
    { ...fix, label: 'Mend' }
  ]
  for (const other of others) expect(quickId(other)).not.toBe(quickId(fix))
})
