import { spawn } from 'node:child_process'

// The server is a daemon, and a killed run tears nothing down: something else has to notice.
const WATCH = `
  while kill -0 "$1" 2>/dev/null; do sleep 1; done
  server=$(head -n 1 "$2/postgres/postmaster.pid" 2>/dev/null) && kill -INT "$server"
  while kill -0 "$server" 2>/dev/null; do sleep 1; done
  rm -rf "$2"`

/** Ends the server of a data folder, and removes the folder, once this process is gone, however it went. */
export function endWithTheRun(dataDir: string): void {
  const watch = spawn('sh', ['-c', WATCH, 'sh', String(process.pid), dataDir], { detached: true, stdio: 'ignore' })
  watch.on('error', () => {})
  watch.unref()
}
