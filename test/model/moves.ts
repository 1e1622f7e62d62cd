import { readFileSync } from 'node:fs'

const model = readFileSync(new URL('./life.pml', import.meta.url), 'utf8')

/** From which state a follow-up goes to which, in the model: `waiting → sending`. */
export const modelMoves: ReadonlySet<string> = new Set(
  [...model.matchAll(/\bmove\((?:\w+), (?<from>\w+), (?<to>\w+)\)/g)]
    .map(({ groups }) => `${groups?.from} → ${groups?.to}`)
    .filter(move => move !== 'from → to')
)
