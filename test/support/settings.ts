import { z } from 'zod'
import type { View } from '../../sandbox/slack/slack-types.ts'
import { formAsShown } from './form.ts'
import type { Journey } from './journey.ts'
import { startWatching } from './watched-job.ts'

const MENUS = ['default-job']

/** What a menu has for none. */
export const NONE = '-'

/** The settings in front of people, and what they choose there. */
export function useSettings<Known extends Journey>(journey: Known) {
  const { slack, channel } = journey
  const viewOf = (user: string) => slack.views(user).at(-1)
  const shown = (user: string) => formAsShown(z.custom<View>().parse(viewOf(user)))
  const opened = async (user: string) => {
    await slack.waitFor(() => viewOf(user) !== undefined, 'the settings', 5_000)
    return shown(user)
  }
  return {
    ...journey,
    shown,
    opened,
    async open(user: string, where = channel) {
      await slack.command({ user, channel: where, text: 'settings' })
      return opened(user)
    },
    /** What is left out stays as the form shows it. */
    async choose(user: string, values: Record<string, string>) {
      for (const actionId of MENUS.filter(name => values[name] !== undefined))
        await slack.suggest({ user, actionId, query: values[actionId] === NONE ? '' : (values[actionId] ?? '') })
      return slack.submitView({ user, values })
    }
  }
}

export const startSettings = async () => useSettings(await startWatching())
