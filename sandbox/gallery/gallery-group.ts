import type { SlackMessage } from '../../src/slack/blocks.ts'

type GallerySample = { by: string; name: string; isPrivate: boolean; message: SlackMessage }
export type GalleryGroup = { title: string; samples: GallerySample[] }
type Draft = [by: string, name: string, message: SlackMessage | undefined]

/** Only messages that a function really produces: in some states some functions say nothing. */
export function galleryGroup(title: string, isPrivate: boolean, drafts: Draft[]): GalleryGroup {
  return {
    title,
    samples: drafts.flatMap(([by, name, message]) => (message ? [{ by, name, isPrivate, message }] : []))
  }
}

/** The same message for each of these values. */
export function each<Value extends string>(
  by: string,
  title: string,
  values: readonly Value[],
  say: (value: Value) => SlackMessage | undefined
): Draft[] {
  return values.map(value => [by, `${title}: ${value}`, say(value)])
}
