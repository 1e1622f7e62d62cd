import { expect, it } from 'vitest'
import { createSlackLogger } from '../../src/slack/bolt.ts'

it('says for how long Slack asks to wait, and nothing else of what the libraries write at info', () => {
  const said: string[] = []
  const say = (_: object, words: string) => void said.push(words)
  const logger = createSlackLogger({ warn: say, error: say })
  logger.info('API Call failed due to rate limiting. Will retry in 600 seconds.')
  logger.info('payload', '{"text":"a secret"}')
  expect(said).toEqual(['Slack asks to wait 600 s before it is asked again'])
})
