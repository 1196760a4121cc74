import { existsSync } from 'node:fs'

/** Debian packages of the providers, with those that the packages only recommend but need, and with the one that shifts clocks. */
const packages = {
  glewlwyd: {
    programs: ['/usr/bin/glewlwyd', '/usr/bin/sqlite3', '/usr/bin/faketime'],
    names: ['glewlwyd', 'dbconfig-sqlite3', 'sqlite3', 'faketime'],
  },
  lemonldap: {
    programs: ['/usr/share/lemonldap-ng/portal/htdocs/index.psgi', '/usr/bin/starman', '/usr/bin/faketime'],
    names: [
      'liblemonldap-ng-portal-perl',
      'lemonldap-ng-fastcgi-server',
      'libcrypt-openssl-bignum-perl',
      'libgd-securityimage-perl',
      'libimage-magick-perl',
      'libio-string-perl',
      'libstring-random-perl',
      'starman',
      'faketime',
    ],
  },
}

export type ProviderName = keyof typeof packages

export const providerNames = Object.keys(packages) as ProviderName[]

export function isProviderInstalled(name: ProviderName): boolean {
  return packages[name].programs.every((program) => existsSync(program))
}

export function packagesOfProvider(name: ProviderName): readonly string[] {
  return packages[name].names
}
