import fc from 'fast-check'

const SURROGATES = { first: 0xd8_00, count: 0x8_00 }
const LAST = 0x10_ff_ff

// fast-check's own unit 'binary' is the same, and takes a second of the processor to be made.
const anyCharacter = fc
  .nat(LAST - SURROGATES.count)
  .map(nth => String.fromCodePoint(nth < SURROGATES.first ? nth : nth + SURROGATES.count))

export const anyText = (minLength = 0) => fc.string({ unit: anyCharacter, minLength })
