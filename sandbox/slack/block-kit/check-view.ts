import { z } from 'zod'
import type { Block } from '../slack-types.ts'
import { checkBlocks, describeIssue } from './check-blocks.ts'
import { LIMITS } from './limits.ts'
import { limitedString, plainText } from './text-objects.ts'

const common = {
  blocks: z.array(z.unknown()),
  callback_id: limitedString(LIMITS.id).default(''),
  private_metadata: limitedString(LIMITS.privateMetadata).default(''),
  external_id: limitedString(LIMITS.id).default('')
}

const viewSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('modal'),
    ...common,
    title: plainText(LIMITS.modalTitle),
    submit: plainText(LIMITS.modalTitle).nullish(),
    close: plainText(LIMITS.modalTitle).nullish()
  }),
  z.strictObject({ type: z.literal('home'), ...common })
])

export type CheckedView = Omit<z.infer<typeof viewSchema>, 'blocks'> & { blocks: Block[] }

export function checkView(
  raw: unknown,
  type: 'modal' | 'home'
): { ok: true; view: CheckedView } | { ok: false; problems: string[] } {
  const parsed = viewSchema.safeParse(raw)
  if (!parsed.success) return { ok: false, problems: parsed.error.issues.map(issue => describeIssue(issue, '/view')) }
  const view = parsed.data
  if (view.type !== type) return { ok: false, problems: [`view must be of type ${type} [json-pointer:/view/type]`] }
  const checked = checkBlocks(view.blocks, type)
  if (!checked.ok) return checked
  const asks = checked.blocks.some(block => block.type === 'input')
  if (view.type === 'modal' && asks && !view.submit) {
    return { ok: false, problems: ['missing required field: submit (the view has input blocks) [json-pointer:/view]'] }
  }
  return { ok: true, view: { ...view, blocks: checked.blocks } }
}
