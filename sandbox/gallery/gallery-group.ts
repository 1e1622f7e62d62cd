import type { types } from '@slack/bolt'
import type { SlackMessage } from '../../src/slack/blocks.ts'

type GallerySample = {
  by: string
  name: string
  isPrivate: boolean
  /** Of a form, the words that it shows. */
  message: SlackMessage
  form?: { view: types.ModalView; errors: Record<string, string> }
}
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

type FormDraft = readonly [by: string, name: string, view: types.ModalView, errors?: Record<string, string>]

/** The same for forms, and what they say under their fields. */
export function formGroup(title: string, drafts: FormDraft[]): GalleryGroup {
  return {
    title,
    samples: drafts.map(([by, name, view, errors = {}]) => {
      const text = [...wordsIn(view), ...Object.values(errors)].join('\n')
      return { by, name, isPrivate: true, message: { text, blocks: [] }, form: { view, errors } }
    })
  }
}

function wordsIn(view: types.ModalView): string[] {
  const words: string[] = []
  JSON.stringify(view, (key, value) => {
    if ((key === 'text' || key === 'initial_value') && typeof value === 'string') words.push(value)
    return value
  })
  return words
}
