import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BotWord, parseReply, type ReplyMeaning } from '../../../src/followups/intent/parse-reply.ts'
import { escapeSlackText } from '../../../src/slack/slack-text.ts'
import { anyText } from '../../support/any-text.ts'

const BOT = 'U0BOT'
const say = (prompt: string): ReplyMeaning => ({ kind: 'instruction', prompt })
const word = (name: BotWord): ReplyMeaning => ({ kind: 'word', word: name })
const ASIDE: ReplyMeaning = { kind: 'aside' }

const REPLIES: [string, ReplyMeaning][] = [
  ['', { kind: 'empty' }],
  [' \n ', { kind: 'empty' }],
  ['<@U0BOT>', { kind: 'empty' }],
  ['\u200b', { kind: 'empty' }],
  ['status', word('status')],
  ['`status`', word('status')],
  ['`!every reply`', word('every reply')],
  ['status\u200b', word('status')],
  [' Status ', word('status')],
  ['!status', word('status')],
  ['<@U0BOT> status', word('status')],
  ['<@U0BOT|bot>: !HELP', word('help')],
  ['only  mentions', word('only mentions')],
  ['!Only\nmentions', word('only mentions')],
  ['mute', word('mute')],
  ['list', word('list')],
  ['!List', word('list')],
  ['log every request', say('log every request')],
  ['!Unmute', word('unmute')],
  ['mute the tests', say('mute the tests')],
  ['!!status', say('!!status')],
  ['! status', say('! status')],
  ['status?', word('status')],
  ['Help !', word('help')],
  ['Help!', word('help')],
  ['Only mentions.', word('only mentions')],
  ['Stop.', { kind: 'stop', prompt: 'Stop.' }],
  ['status? and the tests?', say('status? and the tests?')],
  ['?', say('?')],
  ['status of it', say('status of it')],
  ['help me fix the tests', say('help me fix the tests')],
  ['list all my jobs', say('list all my jobs')],
  ['stop', { kind: 'stop', prompt: 'stop' }],
  ['Stop!', { kind: 'stop', prompt: 'Stop!' }],
  ['stop here', say('stop here')],
  ['stopwatching', say('stopwatching')],
  ['// hm', ASIDE],
  ['//hm', ASIDE],
  ['\u200f// hm', ASIDE],
  ['\u200b// hm', ASIDE],
  ['<@U0BOT> // hm', ASIDE],
  ['aside', say('aside')],
  ['Aside: hm', say('Aside: hm')],
  ['aside, hm', say('aside, hm')],
  ['asides are fine', say('asides are fine')],
  ['aside_from', say('aside_from')],
  ['asidé', say('asidé')],
  ['as //', say('as //')],
  ['/ not //', say('/ not //')],
  ['<@U0BOT> shorten it', say('shorten it')],
  ['<@U0BEN> shorten it', say('@U0BEN shorten it')],
  ['shorten it <@U0BOT>', say('shorten it @U0BOT')],
  ['&lt;b&gt; &amp;lt; <https://example.com|here>', say('<b> &lt; here (https://example.com)')],
  ['<!here> look', say('@here look')]
]

describe('parseReply', () => {
  it.each(REPLIES)('reads %j', (text, meaning) => {
    expect(parseReply(text, BOT)).toEqual(meaning)
  })

  it('never turns an instruction into anything but the words typed', () => {
    fc.assert(
      fc.property(anyText(), typed => {
        const meaning = parseReply(escapeSlackText(typed), BOT)
        if (meaning.kind === 'instruction') expect(meaning.prompt).toBe(typed.trim())
        else if (meaning.kind === 'empty') expect(typed.replace(/\p{Cf}/gu, '').trim()).toBe('')
      })
    )
  })
})
