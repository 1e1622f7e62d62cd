import { z } from 'zod'

type Command<Target> = (target: Target, fields: unknown) => unknown

/** For a table of commands that do something to a target: what each takes, and what it does with it. */
export function commandsOn<Target>() {
  return <Fields extends z.ZodRawShape>(
    fields: Fields,
    act: (target: Target, given: z.output<z.ZodObject<Fields, z.core.$strict>>) => unknown
  ): Command<Target> => {
    const schema = z.strictObject(fields)
    return (target, given) => act(target, schema.parse(given))
  }
}

/** Runs what a page or a person's script asks for: `{ "do": name, … }`, which is JSON from outside. */
export function commandRunner<Target>(commands: Record<string, Command<Target>>) {
  const schema = z.looseObject({ do: z.enum(Object.keys(commands)) })
  return async (target: Target, input: unknown): Promise<unknown> => {
    const { do: name, ...fields } = schema.parse(input)
    return commands[name]?.(target, fields)
  }
}
