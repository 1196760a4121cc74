import { runCommand } from '#tests/support/server/server-process.ts'

type Wanted = { address: string; databaseUrl: string; name: string; scopes: string }

/** Makes a service account by the command of operators, and returns an access token of a running server for it. */
export async function makeServiceToken({ address, databaseUrl, name, scopes }: Wanted): Promise<string> {
  const made = await runCommand('server/integration/service-accounts/main.ts', [name, '--scopes', scopes], {
    DATABASE_URL: databaseUrl,
  })
  const [, id, secret] = /client_id +(\S+)\nclient_secret +(\S+)/.exec(made.out) ?? []
  if (!id || !secret) throw new Error(`No service account was made:\n${made.out}${made.err}`)
  const answer = await fetch(`${address}/api/integration/v1/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}
