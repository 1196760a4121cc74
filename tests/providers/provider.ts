import type { Page } from 'playwright/test'

/** A person whom both providers know; the password is the login. The groups are those of docs/identity-providers.md. */
export type ProviderUser = { login: string; name: string; email: string; groups: readonly string[] }

/** The people of LemonLDAP::NG's demonstration backend. */
export const users = {
  administrator: person('dwho', 'Doctor Who', ['lk-admin']),
  teacher: person('rtyler', 'Rose Tyler', ['staff']),
  parent: person('msmith', 'Mickey Smith', []),
} as const

function person(login: string, name: string, groups: readonly string[]): ProviderUser {
  return { login, name, email: `${login}@badwolf.org`, groups }
}

export type ProviderOptions = {
  /** An empty folder for everything that the provider stores. */
  folder: string
  port: number
  /** Files of the key and the certificate for `localhost`. */
  tls: { key: string; certificate: string }
  /** Public address of our server. */
  publicUrl: string
  /** Of several providers: its name in OIDC_PROVIDERS. */
  providerName?: string | undefined
}

/** An identity provider of a Debian package as an ordinary process, with a certificate of an authority of its own. */
export type Provider = {
  /** The variables that connect our server to it. */
  variables: Record<string, string>
  /** Fills in the form of the provider, and answers what it asks afterwards. */
  signIn: (page: Page, user: ProviderUser) => Promise<void>
  /** Resolves when the page is the provider's form for login and password. */
  waitForForm: (page: Page) => Promise<void>
  /** Answers what the provider asks at a sign-out, and resolves when it has ended the session. */
  confirmSignOut: (page: Page) => Promise<void>
  /** Signs ID tokens with a new key from now on, of another algorithm if the provider has one. */
  changeKeys: () => Promise<void>
  /** Starts it again with a clock that is ahead of ours. */
  setClockAhead: (seconds: number) => Promise<void>
  stop: () => Promise<void>
}
