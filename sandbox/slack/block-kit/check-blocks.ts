import { z } from 'zod'
import type { Block } from '../slack-types.ts'
import { newId } from '../slack-world.ts'
import { blockSchema } from './block-schema.ts'
import { LIMITS, limitedString, plainText } from './element-schemas.ts'
import { findElements } from './element-values.ts'

type Surface = 'message' | 'modal' | 'home'
type CheckedBlocks = { ok: true; blocks: Block[] } | { ok: false; problems: string[] }

const MOST: Record<Surface, number> = {
  message: LIMITS.messageBlocks,
  modal: LIMITS.viewBlocks,
  home: LIMITS.viewBlocks
}

/** Structure, limits and unique ids, as Slack checks them; ids left out are filled in. */
export function checkBlocks(raw: unknown[], surface: Surface): CheckedBlocks {
  const most = MOST[surface]
  const problems: string[] = []
  if (raw.length > most) problems.push(`no more than ${most} items allowed [json-pointer:/blocks]`)
  const blocks = raw.flatMap((block, at): Block[] => {
    const checked = blockSchema.safeParse(block)
    if (!checked.success) problems.push(...checked.error.issues.map(issue => describeIssue(issue, `/blocks/${at}`)))
    return checked.success ? [withIds(checked.data)] : []
  })
  problems.push(...repeatedIds(blocks))
  return problems.length > 0 ? { ok: false, problems } : { ok: true, blocks }
}

/** In the words Slack uses, with the place of the field at fault. */
export function describeIssue(issue: z.core.$ZodIssue, root: string): string {
  const path = issue.path.map(String)
  const pointer = (parts: string[]) => `[json-pointer:${[root, ...parts].join('/')}]`
  const missing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
  if (missing) return `missing required field: ${path.at(-1)} ${pointer(path.slice(0, -1))}`
  if (issue.code === 'unrecognized_keys')
    return `invalid additional property: ${issue.keys.join(', ')} ${pointer(path)}`
  if (issue.code === 'invalid_union') return `unsupported type ${pointer(path)}`
  return `${issue.message} ${pointer(path)}`
}

function withIds(block: Block): Block {
  const copy: Block = structuredClone(block)
  copy.block_id ??= newId('')
  for (const { element } of findElements([copy])) element.action_id ??= newId('')
  return copy
}

function repeatedIds(blocks: Block[]): string[] {
  const problems: string[] = []
  const seen = new Set<string>()
  for (const block of blocks) {
    if (block.block_id && seen.has(block.block_id)) problems.push(`block_id already exists: ${block.block_id}`)
    if (block.block_id) seen.add(block.block_id)
    const actionIds = findElements([block]).map(found => String(found.element.action_id))
    for (const repeated of new Set(actionIds.filter((id, at) => actionIds.indexOf(id) !== at))) {
      problems.push(`action_id already exists: ${repeated} in block ${block.block_id}`)
    }
  }
  return problems
}

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
