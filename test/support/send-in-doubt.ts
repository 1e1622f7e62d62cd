import type { Fault } from '../../sandbox/agent/fault.ts'
import { type Journey, startJourney } from './journey.ts'

export async function startInDoubt(fault: Fault, job: Parameters<Journey['agent']['addJob']>[0]): Promise<Journey> {
  const journey = await startJourney()
  journey.agent.addJob(job)
  journey.agent.fail('send', fault)
  await journey.command(`${job.id} add examples`)
  await journey.runDue()
  await journey.advance(2_000)
  return journey
}

export const told = (is: string, line: string) =>
  `bot: ${is} unclear whether *job_8f2* got this.\n>add examples\n— ${line}`

export const closed = (line: string) => told('It was', line)

export const open = (line: string) => told('It’s', line)

export const finished = (footer = 'took 20 s') =>
  `bot, also in #docs: @Ana, *job_8f2* finished: pull request #1 (https://github.com/example/shop/pull/1) is ready.\n>add examples\n[View pull request #1 → https://github.com/example/shop/pull/1]\n— ${footer} · example/shop on \`main\``

export const noLonger = (line: string) => `bot: @Ana, I’d stopped watching *job_8f2*.\n— ${line}`
