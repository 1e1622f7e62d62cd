import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { z } from 'zod'

const manifestSchema = z.object({
  display_information: z.object({ name: z.string() }),
  features: z.object({
    app_home: z.object({ home_tab_enabled: z.boolean().default(false) }).default({ home_tab_enabled: false }),
    slash_commands: z
      .array(
        z.object({
          command: z.string(),
          description: z.string(),
          usage_hint: z.string().default(''),
          should_escape: z.boolean().default(false)
        })
      )
      .default([]),
    shortcuts: z.array(z.object({ name: z.string(), type: z.string(), callback_id: z.string() })).default([])
  }),
  oauth_config: z.object({ scopes: z.object({ bot: z.array(z.string()) }) }),
  settings: z.object({ event_subscriptions: z.object({ bot_events: z.array(z.string()) }) })
})

export type Manifest = z.output<typeof manifestSchema>

/** What the app may do and which events it gets, as teams install it: the sandbox refuses what a workspace would refuse. */
export async function readManifest(): Promise<Manifest> {
  return manifestSchema.parse(parse(await readFile(new URL('../manifest.yml', import.meta.url), 'utf8')))
}
