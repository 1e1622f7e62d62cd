import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { StartError } from '../../src/errors.ts'
import { identify } from '../../src/slack/bolt.ts'
import { serve } from '../support/serve.ts'
import { createNotingLogger } from './noting-logger.ts'

const BOT = { ok: true, team_id: 'T1', user_id: 'U1', bot_id: 'B1' }

async function identifyAs(answer: object) {
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  )
  return identify('xoxb-1', `http://127.0.0.1:${await serve(server)}/api/`, createNotingLogger().logger)
}

it('knows the workspace of the token, and the organisation it is part of', async () => {
  expect(await identifyAs(BOT)).toMatchObject({ teamId: 'T1', enterpriseId: undefined })
  expect(await identifyAs({ ...BOT, enterprise_id: 'E1' })).toMatchObject({ teamId: 'T1', enterpriseId: 'E1' })
})

it('says that a token for a whole organisation serves no workspace', async () => {
  const failure = identifyAs({ ...BOT, team_id: 'E1', enterprise_id: 'E1', is_enterprise_install: true })
  await expect(failure).rejects.toBeInstanceOf(StartError)
  await expect(failure).rejects.toThrow(/^SLACK_BOT_TOKEN is for a whole Enterprise Grid organisation, .*one workspace/)
})

it('writes nothing of what the libraries write at info', () => {
  const { log, logger } = createNotingLogger()
  logger.info('payload', '{"text":"a secret"}')
  expect(log).toEqual([])
})
