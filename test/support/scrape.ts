import { freePort } from './free-port.ts'

const SAMPLE = /^agent_followup_(\w+(?:\{.*\})?) (\S+)$/gm

/** Settings of a bot that can be scraped, and what its port answers. */
export async function openToScrapers() {
  const port = await freePort()
  const ask = async (path = '/metrics') => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    return `${answer.status} ${await answer.text()}`
  }
  return {
    env: { PORT: String(port), METRICS: 'on' },
    ask,
    /** Each sample, without the beginning that all names share. */
    scrape: async () => samplesIn(await ask())
  }
}

export const samplesIn = (text: string): Record<string, number> =>
  Object.fromEntries(Array.from(text.matchAll(SAMPLE), ([, name, value]) => [name, Number(value)]))
