import type { StandInAgent } from '../../../sandbox/agent/stand-in-agent.ts'

/**
 * Waits until the bot has looked at the job since the latest follow-up to it. Work that ends before the bot has seen it begin
 * looks like none, so whoever ends it waits for this first.
 */
export async function seenAtWork(agent: StandInAgent, jobId: string): Promise<void> {
  const isSeen = () => {
    const sent = agent.requests({ asked: 'send', jobId }).at(-1)?.seq
    return sent !== undefined && agent.requests({ asked: 'read', jobId, answered: 200 }).some(({ seq }) => seq > sent)
  }
  await agent.waitFor(isSeen, 'the bot to see the job at work')
}
