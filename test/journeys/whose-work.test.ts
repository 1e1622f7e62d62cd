import { expect, it } from 'vitest'
import type { NewJob } from '../../sandbox/agent/stand-in-job.ts'
import { TransientError } from '../../src/errors.ts'
import { type Journey, type JourneyOptions, startJourney } from '../support/journey.ts'

const pull = (number: number) => `https://github.com/acme/docs/pull/${number}`
const OLD = pull(1)
const NEW = pull(2)
const MINUTE = 60_000

async function startOn(job: Partial<NewJob>, options: JourneyOptions = {}): Promise<Journey> {
  const journey = await startJourney(options)
  journey.agent.addJob({ id: 'job_8f2', status: 'completed', prLink: OLD, ...job })
  await journey.command('job_8f2 add examples')
  await journey.runDue()
  return journey
}

/** The first line of every message in the thread. */
const lines = ({ thread }: Journey) => thread().map(line => line.split('\n')[0])

const NO_WORK = 'bot: *job_8f2* is idle; I’ve seen no work for this yet. I’ll keep looking for a while.'
const AS_ONE =
  'bot: *job_8f2* is idle; I’ve seen no work for this alone, so it was probably taken together with what came before. I’ll keep looking for a while.'

const POINTS_ON = 'bot: The result came later: see below.'

it('reports work that starts late as news, and points to it where none had been seen', async () => {
  const journey = await startOn({ life: { startsLateMs: 150_000, worksMs: MINUTE, pullRequest: NEW } })
  await journey.advance(149_000)
  expect(lines(journey)).toEqual([NO_WORK])
  expect(journey.card()).toContain('*job_8f2* · idle, no work seen for this')
  await journey.advance(40_000)
  expect(journey.card()).toContain('*job_8f2* · working')
  await journey.advance(2 * MINUTE)
  expect(lines(journey)).toEqual([
    POINTS_ON,
    `bot, also in #docs: @Ana, *job_8f2* finished, now on pull request #2 (${NEW}).`
  ])
  expect(journey.thread()[0]).toBe(`${POINTS_ON}\n>add examples`)
  expect(journey.card()).toContain('*job_8f2* · finished')
})

it('says quietly, where none had been seen, that late work left no pull request', async () => {
  const life = { startsLateMs: 150_000, worksMs: MINUTE, pullRequest: false } as const
  const journey = await startOn({ prLink: null, life })
  await journey.advance(5 * MINUTE)
  expect(lines(journey)).toEqual(['bot: *job_8f2* finished, no pull request.'])
})

it('tells a link that comes after that as news', async () => {
  const life = { startsLateMs: 150_000, worksMs: MINUTE, pullRequest: NEW, linkLateMs: 5 * MINUTE }
  const journey = await startOn({ prLink: null, life })
  await journey.advance(5 * MINUTE)
  expect(lines(journey)).toEqual(['bot: *job_8f2* finished, no pull request.'])
  await journey.advance(6 * MINUTE)
  expect(lines(journey)).toEqual([
    POINTS_ON,
    `bot, also in #docs: @Ana, *job_8f2* finished: pull request #2 (${NEW}) is ready.`
  ])
})

it('tells a failure after it had seen no work as news', async () => {
  const journey = await startOn({ prLink: null, life: { startsLateMs: 150_000, ends: 'failed', worksMs: MINUTE } })
  await journey.advance(5 * MINUTE)
  expect(lines(journey)).toEqual([POINTS_ON, expect.stringMatching(/^bot, also in #docs: @Ana, \*job_8f2\* failed:/)])
})

it('gives a reply its own result, not that of the work running when it was written', async () => {
  const journey = await startOn({
    life: { worksMs: MINUTE, pullRequest: NEW, whileActive: 'queue', startsLateMs: 15_000 }
  })
  await journey.advance(30_000)
  journey.agent.setJob('job_8f2', {
    life: { worksMs: MINUTE, pullRequest: pull(3), whileActive: 'queue', startsLateMs: 40_000 }
  })
  await journey.reply('shorten it')
  await journey.advance(80_000)
  const first = `bot, also in #docs: @Ana, *job_8f2* finished, now on pull request #2 (${NEW}).`
  expect(lines(journey)).toEqual(['Ben: shorten it 📨', first])
  await journey.advance(2 * MINUTE)
  expect(lines(journey)).toEqual([
    'Ben: shorten it ✅',
    first,
    `bot, also in #docs: @Ben, *job_8f2* finished, now on pull request #3 (${pull(3)}).`
  ])
})

it('says that an instruction was taken together with the previous one when no work of its own follows', async () => {
  const journey = await startOn({ life: { worksMs: MINUTE, pullRequest: NEW, whileActive: 'merge' } })
  await journey.advance(30_000)
  await journey.reply('shorten it')
  await journey.advance(150_000)
  const first = `bot, also in #docs: @Ana, *job_8f2* finished, now on pull request #2 (${NEW}).`
  expect(lines(journey)).toEqual(['Ben: shorten it 📨', first])
  await journey.advance(60_000)
  expect(lines(journey)).toEqual(['Ben: shorten it 📨', first, AS_ONE])
})

it.each(['merge', 'restart'] as const)(
  'gives an instruction its own result right after two were taken as one (%s)',
  async whileActive => {
    const life = { worksMs: MINUTE, whileActive }
    const journey = await startOn({ life: { ...life, pullRequest: NEW } })
    await journey.advance(20_000)
    await journey.reply('shorten it')
    await journey.advance(80_000)
    journey.agent.setJob('job_8f2', { life: { ...life, pullRequest: pull(3) } })
    await journey.reply('fix the title', { by: journey.ana })
    await journey.advance(5 * MINUTE)
    expect(lines(journey).slice(0, 4)).toEqual([
      'Ben: shorten it 📨',
      `bot, also in #docs: @Ana, *job_8f2* finished, now on pull request #2 (${NEW}).`,
      'Ana: fix the title ✅',
      `bot, also in #docs: @Ana, *job_8f2* finished, now on pull request #3 (${pull(3)}).`
    ])
  }
)

it('keeps an instruction in doubt, with Send again, when the work that ended was another’s', async () => {
  const journey = await startOn({ life: { worksMs: MINUTE, pullRequest: NEW } })
  await journey.advance(10_000)
  journey.agent.fail('send', { kind: 'reset before read' })
  await journey.reply('shorten it')
  await journey.advance(2 * MINUTE)
  expect(lines(journey)).toEqual([
    'Ben: shorten it ⚠️',
    'bot: @Ben, maybe delivered: the connection broke before the agent answered. I’m watching *job_8f2* for a sign of it. Send it again only if it’s safe to do twice.',
    `bot, also in #docs: @Ana, *job_8f2* finished, now on pull request #2 (${NEW}).`
  ])
  expect(journey.thread()[1]).toContain('[Send again] [Leave it]')
  await journey.advance(12 * MINUTE)
  expect(lines(journey)[0]).toBe('Ben: shorten it ⚠️')
  expect(journey.thread()[1]).toContain('[Send again]')
})

it('reports a three-second job within twenty, even if its link is unchanged', async () => {
  const journey = await startOn({ life: { worksMs: 3_000, pullRequest: 'same', keepsOldLink: true } })
  await journey.advance(20_000)
  expect(lines(journey)).toEqual([`bot, also in #docs: @Ana, *job_8f2* finished, still on pull request #1 (${OLD}).`])
})

it('reports a three-second job without a pull request within twenty', async () => {
  const journey = await startOn({ prLink: null, life: { worksMs: 3_000, pullRequest: false } })
  await journey.advance(20_000)
  expect(lines(journey)).toEqual(['bot, also in #docs: @Ana, *job_8f2* finished, no pull request.'])
})

it('ends the watch, and says so, when no work follows within half an hour, and resumes on request', async () => {
  const journey = await startOn({ life: { startsLateMs: 40 * MINUTE, worksMs: MINUTE, pullRequest: NEW } })
  await journey.advance(31 * MINUTE)
  expect(lines(journey)).toEqual([NO_WORK])
  await journey.advance(MINUTE)
  expect(journey.thread()).toEqual([
    'bot: *job_8f2* is idle; I’ve seen no work for this. I’ve stopped looking. Press *Watch again* if the work may still come, or reply with what to do.\n>add examples\n[Watch again]'
  ])
  expect(journey.card()).toContain('*job_8f2* · no longer watched')
  await journey.press('keep-watching', { on: journey.find('I’ve stopped looking') })
  await journey.advance(MINUTE)
  expect(journey.thread()).toEqual([`${NO_WORK}\n>add examples\n— Watching again · @Ana 14:32`])
  await journey.advance(10 * MINUTE)
  expect(lines(journey)).toEqual([
    POINTS_ON,
    `bot, also in #docs: @Ana, *job_8f2* finished, now on pull request #2 (${NEW}).`
  ])
})

it('keeps the mark of a reply for which no work was seen', async () => {
  const journey = await startOn({ life: { worksMs: 3_000, pullRequest: NEW } })
  await journey.advance(MINUTE)
  journey.agent.setJob('job_8f2', { life: { startsLateMs: 60 * MINUTE } })
  await journey.reply('shorten it')
  await journey.advance(40 * MINUTE)
  expect(lines(journey)[1]).toBe('Ben: shorten it 📨')
  expect(journey.thread()[2]).toMatch(/I’ve stopped looking\. .*\n>shorten it\n\[Watch again\]/)
})

it('adds a link that comes minutes later to its result', async () => {
  const life = { worksMs: MINUTE, pullRequest: NEW, linkLateMs: 5 * MINUTE }
  const journey = await startOn({ prLink: null, life })
  await journey.advance(90_000)
  expect(lines(journey)).toEqual(['bot, also in #docs: @Ana, *job_8f2* finished, no pull request.'])
  await journey.advance(6 * MINUTE)
  expect(lines(journey)).toEqual([`bot, also in #docs: @Ana, *job_8f2* finished: pull request #2 (${NEW}) is ready.`])
  expect(journey.card()).toContain('[View pull request #2')
  const seen = journey.looks()
  await journey.advance(20 * MINUTE)
  expect(journey.looks()).toBe(seen)
})

it('stops looking for a link ten minutes after a result without one', async () => {
  const journey = await startOn({ prLink: null, life: { worksMs: MINUTE, pullRequest: false } })
  await journey.advance(13 * MINUTE)
  const seen = journey.looks()
  await journey.advance(20 * MINUTE)
  expect(journey.looks()).toBe(seen)
  expect(lines(journey)).toEqual(['bot, also in #docs: @Ana, *job_8f2* finished, no pull request.'])
})

it('tells everybody the result that one person’s status request finds', async () => {
  const journey = await startOn({ life: { worksMs: 20 * MINUTE, pullRequest: NEW } })
  await journey.advance(MINUTE)
  journey.agent.finish('job_8f2', { prLink: NEW })
  expect(await journey.command('status job_8f2', { by: journey.ben })).toContain('*job_8f2*: *finished*')
  await journey.runDue()
  expect(lines(journey)).toEqual([`bot, also in #docs: @Ana, *job_8f2* finished, now on pull request #2 (${NEW}).`])
})

it('shows on the card that a command may not have arrived, and sends it again from there', async () => {
  const journey = await startJourney()
  const { agent, command, advance, press, card, thread, posts, cardTs } = journey
  agent.addJob({ id: 'job_8f2', status: 'completed', life: { worksMs: MINUTE, pullRequest: NEW } })
  agent.fail('send', { status: 500 })
  await command('job_8f2 add examples')
  await advance(2_000)
  expect(card()).toContain('— The agent answered with an error. Send it again only if it’s safe to do twice.\n')
  expect(card()).toContain('[Send again] [Leave it] [Check now] [Stop watching]')
  await press('send-again', { on: cardTs() })
  await advance(2 * MINUTE)
  expect(posts()).toBe(2)
  expect(card()).not.toContain('Send again')
  expect(thread().at(-1)).toContain('@Ana, *job_8f2* finished')
})

it('posts the result again when the message it belongs in was deleted', async () => {
  const life = { startsLateMs: 3 * MINUTE, worksMs: MINUTE, pullRequest: false } as const
  const journey = await startOn({ prLink: null, life }, { refusals: ['chat.update message_not_found'] })
  await journey.advance(2 * MINUTE)
  await journey.slack.remove({ channel: journey.channel, messageTs: journey.find('I’ve seen no work') })
  await journey.advance(5 * MINUTE)
  expect(lines(journey)).toEqual(['bot: @Ana, *job_8f2* finished, no pull request.'])
})

/** On request, the sender dies before it has stored the answer: for 20 s nobody knows. */
function dyingSender() {
  const sender = { dies: false }
  const wrap: JourneyOptions['wrap'] = deps => ({
    ...deps,
    agent: {
      ...deps.agent,
      async sendMessage(...call) {
        const answer = await deps.agent.sendMessage(...call)
        if (!sender.dies) return answer
        sender.dies = false
        throw new TransientError('killed')
      }
    }
  })
  return { sender, wrap }
}

it('leaves an instruction in doubt when the work may be that of a second one still being sent', async () => {
  const { sender, wrap } = dyingSender()
  const journey = await startJourney({ wrap })
  journey.agent.addJob({ id: 'job_8f2', status: 'completed', prLink: OLD, life: { worksMs: 3_000, pullRequest: NEW } })
  journey.agent.fail('send', { kind: 'reset before read' })
  await journey.command('job_8f2 add examples')
  await journey.advance(1_000)
  sender.dies = true
  await journey.reply('shorten it')
  await journey.advance(3 * MINUTE)
  expect(lines(journey).join('\n')).not.toContain('@Ana, *job_8f2* finished')
  expect(journey.thread().find(line => line.includes('>add examples'))).toContain('[Send again]')
})

it('keeps the link of a second one still being sent out of the first one’s result', async () => {
  const { sender, wrap } = dyingSender()
  const life = { worksMs: 20_000, pullRequest: false }
  const journey = await startJourney({ wrap })
  journey.agent.addJob({ id: 'job_8f2', status: 'completed', prLink: null, life })
  await journey.command('job_8f2 look for typos')
  await journey.advance(48_000)
  const [result] = lines(journey)
  expect(result).toContain('@Ana, *job_8f2* finished, no pull request.')
  journey.agent.setJob('job_8f2', { life: { worksMs: 3_000, pullRequest: NEW } })
  sender.dies = true
  await journey.reply('mend them')
  await journey.advance(15_000)
  expect(lines(journey)).toContain(result)
  await journey.advance(3 * MINUTE)
  expect(lines(journey)).toContain(result)
})

it.each([
  ['the agent service allows no reading', { status: 429, retryAfter: '40' } as const],
  // Also in the look before the card.
  ['the record has no status', { kind: 'missing status', times: 2 } as const]
])('says that it cannot tell whether work was done if %s just before the send', async (_, fault) => {
  const journey = await startJourney()
  journey.agent.addJob({ id: 'job_8f2', status: 'completed', prLink: OLD, life: { worksMs: 20_000, pullRequest: NEW } })
  journey.agent.fail('read', fault)
  await journey.command('job_8f2 add examples')
  await journey.advance(5 * MINUTE)
  expect(lines(journey)).toEqual([
    `bot: @Ana, *job_8f2* is idle. I couldn’t see it just before I sent this, so I can’t tell whether this has been done. Its latest link is pull request #2 (${NEW}). I’ll keep looking for a while.`
  ])
})
