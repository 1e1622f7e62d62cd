import type { JourneyOptions } from './journey.ts'
import { useSettings } from './settings.ts'
import { startWatching } from './watched-job.ts'

const MINUTE_MS = 60_000

/** Ana is in Paris, where it is an hour later than the journey's clock says. */
const EVENING = Date.UTC(2026, 10, 20, 20, 45)

/** It is a quarter to ten, and Ana wants no direct messages from ten to seven. */
export async function startEvening(options: JourneyOptions = {}, quiet = ['22:00', '07:00']) {
  const journey = useSettings(await startWatching({ startAt: EVENING, ...options }))
  const { slack, agent, ana, command, advance, open, choose } = journey
  const own = slack.directChannel(ana).id
  const setHours = async ([from = '', until = '']: string[]) => {
    await open(ana, own)
    return choose(ana, { 'quiet-from': from, 'quiet-until': until })
  }
  await setHours(quiet)
  return {
    ...journey,
    own,
    setHours,
    /** A job that Ana wants to hear about. */
    async watch(jobId: string) {
      agent.addJob({ id: jobId, status: 'active', life: { ends: 'never' } })
      await command(`watch ${jobId}`)
      await advance(10_000)
    },
    /** Lets the time pass until then, by the journey's clock: in the evening, or on the next morning. */
    async until(hour: number, minute = 0) {
      const ms = Date.UTC(2026, 10, hour < 12 ? 21 : 20, hour, minute) - journey.now()
      await journey.sleep(Math.max(ms - MINUTE_MS, 0))
      await advance(Math.min(ms, MINUTE_MS))
    }
  }
}
