import { commandRunner, commandsOn } from '../shared/command-table.ts'

const takes = commandsOn<{ reset: () => Promise<void> }>()

export const runSandboxCommand = commandRunner({
  reset: takes({}, sandbox => sandbox.reset())
})
