import { z } from 'zod'
import { pullRequestPatchSchema } from '../host/pull-request-book.ts'
import type { StandInGithub } from '../host/stand-in-github.ts'
import { commandRunner, commandsOn } from '../shared/command-table.ts'

const takes = commandsOn<StandInGithub>()

/** What people and checks do to pull requests. */
export const runGithubCommand = commandRunner({
  'set pull request': takes({ link: z.string(), patch: pullRequestPatchSchema }, (github, { link, patch }) =>
    github.setPullRequest(link, patch)
  )
})
