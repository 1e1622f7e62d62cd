import { expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { giveCommand } from '../support/office.ts'
import { openWithBot } from './open-with-bot.ts'

it.each(['socket', 'http'] as const)(
  'refuses a command that a suspended process reads too late, over %s, and takes the next one',
  async transport => {
    const office = await openWithBot({ transport })
    const { slack, agent, channel, ana, database, bot } = office
    agent.addJob({ id: 'job_8f2' })

    bot.kill('SIGSTOP')
    const { reply } = await slack.command({ user: ana, channel, text: 'job_8f2 add examples' })
    expect(reply?.text).toContain('failed because the app did not respond')
    bot.kill('SIGCONT')
    const told = () => slack.ephemerals(channel, ana).map(({ text }) => text)
    await eventually(() => told().some(text => text.startsWith('Not sent: I was held up')), 'the words', {
      describe: () => `${told().join('\n')}\n${bot.output()}`
    })
    expect(await database.query('select from followup.followup')).toHaveLength(0)

    await giveCommand(office, 'job_8f2 add examples')
    await agent.waitFor(() => agent.sends().length > 0, 'the POST')
    expect(agent.sends()).toHaveLength(1)
  }
)
