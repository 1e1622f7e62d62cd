import { createFormUser } from '../support/form.ts'
import { PULL, startWithGithub } from '../support/github.ts'
import type { JourneyOptions } from '../support/journey.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** A journey in which people have done a bit of everything that the bot is for. */
export async function doABitOfEverything(options: JourneyOptions = {}) {
  const journey = await startWithGithub(options)
  await steer(journey)
  await steerAndUndo(journey)
  await readUp(journey)
  await endWork(journey)
  await leaveForADay(journey)
  return journey
}

type Busy = Awaited<ReturnType<typeof startWithGithub>>

async function steer({ slack, agent, channel, ana, ben, ...journey }: Busy): Promise<void> {
  const { command, reply, press, advance, runDue, choose } = journey
  agent.setJob('job_8f2', { life: { ends: 'never' } })
  await slack.openHome({ user: ana })
  await choose(ana, { replies: 'always' })
  await command('job_8f2 add examples')
  await runDue()
  await press('tell-me', { by: ben })
  await command('watch job_8f2')
  const { ts } = await reply('shorten the intro')
  await reply('and the outro', { files: 1 })
  await reply('when idle: and the summary')
  await reply('in 1 min: and the links')
  await slack.edit({ user: ben, channel, messageTs: ts, text: 'shorten the introduction' })
  await advance(30 * SECOND)
}

/** From another channel, and with replies that can be undone, of which one is edited and one deleted. */
async function steerAndUndo({ slack, channel, ana, ben, ...journey }: Busy): Promise<void> {
  const { command, reply, advance, choose, cardTs } = journey
  const api = slack.addChannel({ id: 'C0API', name: 'api', members: [ana, ben] }).id
  const card = cardTs()
  await command('job_8f2 add tests', { by: ben, channel: api })
  await advance(10 * SECOND)
  await choose(ben, { undo: '10' })
  const write = (text: string) => reply(text, { to: card })
  const [, edited, removed] = [await write('one'), await write('two'), await write('three')]
  await slack.edit({ user: ben, channel, messageTs: edited.ts, text: 'too' })
  await slack.remove({ channel, messageTs: removed.ts })
  await advance(20 * SECOND)
}

async function readUp(journey: Busy): Promise<void> {
  const { slack, channel, ana, command, reply, advance } = journey
  for (const words of ['status job_8f2', 'list', 'the intro is too long']) await command(words)
  for (const words of ['status', 'mute', 'thanks!', 'only mentions', 'every reply']) await reply(words)
  await slack.command({ user: ana, channel, text: '' })
  const form = createFormUser(journey)
  await form.opened()
  await form.send({ job: 'job_8f2', words: 'and the title' })
  const late = await reply('one more')
  await slack.remove({ channel, messageTs: late.ts })
  await advance(MINUTE)
}

/** With a pull request whose checks fail, and which is merged. */
async function endWork({ slack, agent, channel, ana, advance, sleep, upkeep, change }: Busy): Promise<void> {
  agent.addJob({ id: 'job_other', life: { worksMs: SECOND, ends: 'completed' } })
  await slack.say({ user: ana, channel, text: `<@${slack.botUserId}> job_other say hello` })
  agent.setJob('job_8f2', { life: { worksMs: SECOND, pullRequest: PULL } })
  agent.finish('job_8f2', { prLink: PULL })
  await sleep(20 * SECOND)
  await advance(2 * MINUTE)
  await upkeep()
  await change({ checks: 'failed' })
  await change({ state: 'merged' })
}

async function leaveForADay({ slack, agent, channel, command, advance, pass, restart, upkeep, find }: Busy) {
  agent.addJob({ id: 'job_long', life: { worksMs: HOUR, ends: 'completed' } })
  await command('job_long add examples')
  await advance(MINUTE)
  await pass(30 * HOUR)
  await restart()
  await advance(6 * MINUTE)
  await upkeep()
  await slack.remove({ channel, messageTs: find('*job_8f2*') })
  await advance(10 * SECOND)
  await pass(100 * 24 * HOUR)
  await upkeep()
}
