import { z } from 'zod'

export type Outcome = { status: number; contentType: string | null; text: string } | { error: string }

/** What a caller sees in the end: a complete answer, or the code of what went wrong. */
export async function toOutcome(calling: Promise<Response>): Promise<Outcome> {
  try {
    const answer = await calling
    return { status: answer.status, contentType: answer.headers.get('content-type'), text: await answer.text() }
  } catch (error) {
    return { error: toCode(error) }
  }
}

const causedSchema = z.object({ cause: z.object({ code: z.string() }) })

function toCode(error: unknown): string {
  const caused = causedSchema.safeParse(error)
  return caused.success ? caused.data.cause.code : error instanceof Error ? error.name : String(error)
}
