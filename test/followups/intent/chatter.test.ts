import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isChatter } from '../../../src/followups/intent/chatter.ts'
import { parseReply } from '../../../src/followups/intent/parse-reply.ts'

const CHATTER = [
  ':tada:',
  ':+1::skin-tone-2:',
  ':heart: :raised_hands:!!',
  '👍🏽',
  '🎉🎉 ❤️',
  ':)',
  'thanks',
  'Thanks!',
  'thanks :pray:',
  '*Thank you!* :tada:',
  'Great, thanks 🙏',
  'LGTM',
  'ok, thanks',
  'thx',
  'ty',
  'cheers',
  'nice!',
  'Perfect.'
]

const INSTRUCTIONS = [
  'shorten it',
  'thanks, now add tests',
  'great, merge it',
  'ok go on',
  'ok do it',
  'lgtm but rename the file',
  'lgtm?',
  'thanks for nothing, revert that',
  'add a thank you note',
  'perfect the intro',
  'ship it',
  'yes',
  'no',
  'continue',
  'again',
  'stop',
  'retry',
  'ok #12',
  'ok /docs',
  'nice.ts',
  '`nice`',
  'option 2',
  '2',
  '-1',
  '?',
  '…',
  'use :tada: as the icon',
  'danke',
  'okay',
  'a:b:c',
  'const x = thanks'
]

describe('isChatter', () => {
  it.each(CHATTER)('takes %j for chatter', said => {
    expect(isChatter(said)).toBe(true)
  })

  it.each(INSTRUCTIONS)('takes %j for an instruction', said => {
    expect(isChatter(said)).toBe(false)
  })

  it('never takes an ordinary instruction for chatter, however politely it is wrapped', () => {
    const kind = fc.array(fc.constantFrom(...CHATTER), { maxLength: 2 })
    const instruction = fc.constantFrom(...INSTRUCTIONS.filter(said => said !== 'stop' && /\p{L}{2}|\d/u.test(said)))
    const between = fc.constantFrom(' ', ', ', '! ', '\n', ' – ')
    fc.assert(
      fc.property(kind, instruction, kind, between, (before, said, after, glue) => {
        const prompt = [...before, said, ...after].join(glue)
        expect(parseReply(prompt, 'U0BOT')).toMatchObject({ kind: 'instruction', prompt })
      })
    )
  })

  it('never takes a text with a word of its own for chatter', () => {
    const own = fc.stringMatching(/^[bcdfghjklmnpqrstvwxz]{2,4}[aeiou][bcdfghjklmnpqrstvwxz]{3,8}$/)
    const kind = fc.constantFrom(...CHATTER)
    fc.assert(
      fc.property(kind, own, kind, (before, word, after) => {
        fc.pre(!isChatter(word))
        expect(isChatter(`${before} ${word} ${after}`)).toBe(false)
        expect(isChatter(`${word} ${after}`)).toBe(false)
      })
    )
  })

  it('reads past the people who are thanked, but not a message to somebody', () => {
    expect(parseReply('thanks <@U0BEN>!', 'U0BOT').kind).toBe('chatter')
    expect(parseReply('<@U0BOT> thanks <@U0BEN|ben>', 'U0BOT').kind).toBe('chatter')
    expect(parseReply('<@U0BEN>', 'U0BOT').kind).toBe('instruction')
    expect(parseReply('<@U0BEN> look', 'U0BOT').kind).toBe('instruction')
  })
})
