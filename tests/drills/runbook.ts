import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'

/** The alarms of deploy/monitoring/rules.yml, and the page of each. */
export function runbooks(): ReadonlyMap<string, string> {
  const rules = readFileSync('deploy/monitoring/rules.yml', 'utf8')
  const found = rules.matchAll(/- alert: (\w+)\n[\s\S]*?runbook: (.*)\n/g)
  return new Map([...found].map(([, alarm = '', page = '']) => [alarm, page]))
}

/** Runs the commands of a page that are marked by `name`, as an operator with these variables; null without such. */
export async function runCommands(page: string, name: string, variables: Record<string, string>) {
  const [, commands] = new RegExp(`^\`\`\`sh ${name}\n([\\s\\S]*?)^\`\`\``, 'm').exec(readFileSync(page, 'utf8')) ?? []
  if (commands === undefined) return null
  const child = spawn('bash', ['-c', commands], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: code as number, said: out + err }
}
