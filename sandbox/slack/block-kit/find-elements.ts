import { z } from 'zod'
import type { Block, Json } from '../slack-types.ts'

const NOT_INTERACTIVE = ['plain_text', 'mrkdwn']
const elementSchema = z.record(z.string(), z.unknown()).and(z.object({ type: z.string() }))
export type FoundElement = { blockId: string; element: Json & { type: string } }

/** The interactive elements of blocks, wherever a block keeps them; the objects themselves, not copies. */
export function findElements(blocks: Block[]): FoundElement[] {
  return blocks.flatMap(block => {
    if (block.type === 'rich_text') return []
    const listed: unknown[] = Array.isArray(block.elements) ? block.elements : []
    const candidates = [block.accessory, block.element, ...listed]
    return candidates.filter(isElement).map(element => ({ blockId: block.block_id ?? '', element }))
  })
}

function isElement(candidate: unknown): candidate is Json & { type: string } {
  const parsed = elementSchema.safeParse(candidate)
  return parsed.success && !NOT_INTERACTIVE.includes(parsed.data.type)
}

export function findElement(blocks: Block[], actionId: string): FoundElement | undefined {
  return findElements(blocks).find(found => found.element.action_id === actionId)
}
