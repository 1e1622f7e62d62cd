import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'

// The linter enforces the direction of imports, and process.env in one place. Here it gets code that breaks its rules.

const RULES = ['lint/style/noRestrictedImports', 'lint/style/noProcessEnv']
const BIOME = resolve('node_modules/@biomejs/biome/bin/biome')

const LINES: Record<string, { refused: string[]; accepted: string[] }> = {
  'src/errors.ts': {
    refused: ["import { x } from './config.ts'", "import { x } from './slack/slack-client.ts'"],
    accepted: ["import { x } from 'zod'"]
  },
  'src/config.ts': {
    refused: ["import { x } from './followups/followup.ts'", "import { x } from './app.ts'"],
    accepted: ["import { x } from './errors.ts'", 'export const x = process.env.PORT']
  },
  'src/database/database.ts': {
    refused: ["import { x } from '../queue/queue.ts'", "import { x } from '../followups/followup.ts'"],
    accepted: ["import { x } from '../errors.ts'", "import { x } from './migrate.ts'"]
  },
  'src/slack/outbox.ts': {
    refused: [
      "import { x } from '../agent/budget.ts'",
      "import type { X } from '../followups/followup.ts'",
      "export * from '../queue/queue.ts'",
      "import { x } from '../config.ts'",
      "import { x } from '../../src/agent/budget.ts'"
    ],
    accepted: ["import { x } from '../database/database.ts'", "import { x } from './slack-client.ts'"]
  },
  'src/agent/agent-client.ts': {
    refused: ["import { x } from '../slack/slack-text.ts'", "const x = await import('../followups/followup.ts')"],
    accepted: ["import { x } from '../errors.ts'"]
  },
  'src/hosts/github.ts': {
    refused: [
      "import { x } from '../agent/agent-client.ts'",
      "import { x } from '../slack/slack-text.ts'",
      "import { x } from '../followups/followup.ts'",
      "import { x } from '../config.ts'"
    ],
    accepted: ["import { x } from '../http/get.ts'", "import { x } from '../errors.ts'"]
  },
  'src/http/get.ts': {
    refused: ["import { x } from '../agent/agent-client.ts'", "import { x } from '../config.ts'"],
    accepted: ["import { x } from '../errors.ts'", "import { x } from './retry-after.ts'"]
  },
  'src/queue/queue.ts': {
    refused: ["import { x } from '../agent/agent-client.ts'", "import { x } from '../tasks.ts'"],
    accepted: ["import { x } from '../errors.ts'", "import { x } from '../database/database.ts'"]
  },
  'src/followups/tell.ts': {
    refused: [
      "import { x } from '../listeners.ts'",
      "import { x } from '../app.ts'",
      "import { x } from '../../sandbox/agent/stand-in-agent.ts'",
      "import { x } from '../../test/support/journey.ts'",
      "import { x } from './commands/answer-command.ts'",
      "import { x } from './tasks/send-followup.ts'",
      "import { x } from './moves/record-moves.ts'",
      'export const x = process.env.AGENT_API_KEY'
    ],
    accepted: [
      "import { x } from '../agent/budget.ts'",
      "import { x } from '../errors.ts'",
      "import { x } from './messages/phrases.ts'",
      "import { x } from './stores/job-store.ts'",
      "import { x } from './rules/followup.ts'"
    ]
  },
  'src/followups/moves/record-moves.ts': {
    refused: [
      "import { x } from '../../tasks.ts'",
      "import { x } from '../tasks/send-followup.ts'",
      "import { x } from '../answers/read-status.ts'"
    ],
    accepted: ["import { x } from '../tell.ts'", "import { x } from '../../errors.ts'"]
  },
  'src/followups/tasks/send-followup.ts': {
    refused: [
      "import { x } from '../../tasks.ts'",
      "import { x } from '../events/forward-reply.ts'",
      "import { x } from '../presses/press-button.ts'"
    ],
    accepted: ["import { x } from '../moves/record-moves.ts'", "import { x } from './release-due.ts'"]
  },
  'src/followups/presses/press-button.ts': {
    refused: [
      "import { x } from '../../listeners.ts'",
      "import { x } from '../../../test/support/journey.ts'",
      "import { x } from '../tasks/send-followup.ts'"
    ],
    accepted: ["import { x } from '../moves/start-followup.ts'", "import { x } from '../answers/read-status.ts'"]
  },
  'src/followups/events/forward-reply.ts': {
    refused: ["import { x } from '../presses/send-kept.ts'"],
    accepted: ["import { x } from '../answers/read-status.ts'"]
  },
  'src/followups/rules/decide-send.ts': {
    refused: [
      "import { x } from '../../database/database.ts'",
      "import { x } from '../../agent/agent-client.ts'",
      "import { x } from '../../hosts/github.ts'",
      "import { x } from '../../slack/outbox.ts'",
      "import { x } from '../../queue/queue.ts'",
      "import type { X } from '../stores/job-store.ts'",
      "import { x } from '../messages/phrases.ts'",
      "import { x } from '../tasks/send-followup.ts'",
      "import { x } from '../../../sandbox/agent/stand-in-agent.ts'"
    ],
    accepted: [
      "import { x } from './followup.ts'",
      "import type { X } from '../../agent/agent-results.ts'",
      "import type { X } from '../../hosts/host.ts'"
    ]
  },
  'src/followups/stores/job-store.ts': {
    refused: [
      "import { x } from '../messages/phrases.ts'",
      "import { x } from '../moves/record-moves.ts'",
      "import { x } from '../../queue/queue.ts'",
      "import { x } from '../../slack/slack-client.ts'"
    ],
    accepted: ["import { x } from '../rules/followup.ts'", "import type { Sql } from '../../database/database.ts'"]
  },
  'src/followups/messages/card-message.ts': {
    refused: [
      "import type { Sql } from '../../database/database.ts'",
      "import { x } from '../../slack/slack-client.ts'",
      "import { x } from '../../slack/outbox.ts'",
      "import { x } from '../../agent/agent-client.ts'",
      "import { x } from '../../queue/queue.ts'",
      "import type { X } from '../stores/job-store.ts'",
      "import { x } from '../tell.ts'",
      "import { x } from '../events/forward-reply.ts'"
    ],
    accepted: ["import { x } from '../rules/followup.ts'", "import { x } from '../../slack/blocks.ts'"]
  },
  'src/listeners.ts': {
    refused: ["import { x } from './app.ts'", "import { x } from './tasks.ts'"],
    accepted: ["import { x } from './followups/commands/answer-command.ts'", "import { x } from './errors.ts'"]
  },
  'src/tasks.ts': {
    refused: ["import { x } from './listeners.ts'", "import { x } from '../sandbox/agent/stand-in-agent.ts'"],
    accepted: ["import { x } from './slack/outbox.ts'"]
  },
  'src/app.ts': {
    refused: ["import { x } from './main.ts'", "import { x } from '../sandbox/slack/stand-in-slack.ts'"],
    accepted: ["import { x } from './listeners.ts'", "import { x } from './config.ts'"]
  },
  'src/main.ts': {
    refused: ["import { x } from '../sandbox/slack/stand-in-slack.ts'", 'export const x = process.env.PORT'],
    accepted: ["import { x } from './app.ts'"]
  },
  'sandbox/slack/stand-in-slack.ts': {
    refused: [],
    accepted: ["import { x } from '../agent/stand-in-agent.ts'", "import { x } from '../../src/app.ts'"]
  },
  'test/journeys/story.test.ts': {
    refused: [],
    accepted: ["import { x } from '../../sandbox/agent/stand-in-agent.ts'"]
  }
}

const report = z.object({
  diagnostics: z.array(
    z.object({ category: z.string(), location: z.object({ path: z.string(), start: z.object({ line: z.number() }) }) })
  )
})

/** Each line that Biome objects to with this project's settings, as "file: line". */
async function objections(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-followup-layers-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await copyFile('biome.json', join(folder, 'biome.json'))
  for (const [file, { refused, accepted }] of Object.entries(LINES)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), [...refused, ...accepted].join('\n'))
  }
  const { diagnostics } = report.parse(JSON.parse(await runBiome(folder, ['lint', '--reporter=json', '.'])))
  return diagnostics
    .filter(({ category }) => RULES.includes(category))
    .map(({ location: { path, start } }) => {
      const lines = LINES[path]
      return `${path}: ${lines && [...lines.refused, ...lines.accepted][start.line - 1]}`
    })
}

function runBiome(cwd: string, args: string[]): Promise<string> {
  return new Promise(done => {
    // It exits with 1 when it objects to something; only its output counts.
    execFile(process.execPath, [BIOME, ...args, '--max-diagnostics=none'], { cwd }, (_, stdout) => done(stdout))
  })
}

it('refuses imports against the direction, and process.env outside config.ts', async () => {
  const expected = Object.entries(LINES).flatMap(([file, { refused }]) => refused.map(line => `${file}: ${line}`))
  expect((await objections()).sort()).toEqual(expected.sort())
})
