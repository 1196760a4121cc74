import { posix } from 'node:path'
import { parseSync } from 'vite'

/**
 * Rules about imports that Biome cannot express. `files` and the lists are globs over paths of the repository
 * (`src/ui/**`); a pattern without a glob character names a package or a file.
 */
type ImportRule = {
  files: string
  /** Allow-list: everything else is a violation. */
  may?: readonly string[]
  never?: readonly string[]
  /** Only `import type` is allowed. */
  typesOnly?: readonly string[]
  /** Values that may not be imported from a package; `*` is the whole module. */
  forbiddenNames?: Record<string, readonly string[]>
}

const react = ['react', 'react-dom', '@xstate/react', '@lingui/react']

/** Modules of the contract that the browser may import values from: without zod, or with the schemas of its forms. */
const browserContract = [
  'enumerations',
  'call-changes',
  'change-stream',
  'forms',
  'roles',
  'integration/service-areas',
  'integration/webhooks',
  'problem',
  'chosen-child',
  'auth/return-path',
  'auth/sign-in-failures',
  'screens',
  'screen-search',
  'search-params',
  'route-access',
  'limits',
  'learning/grade-book-selection',
  'input-formats',
  'people/contacts',
  'people/names',
  'plain-text',
].map((name) => `contract/${name}.ts`)

/** What every folder of the server may import besides its own files. */
const layerBase = ['server/terminal-language.ts', 'contract/**', 'node:{*,*/*}', 'drizzle-orm', 'fastify']

/** What a domain of the server may import besides its own files. */
const serverBase = [
  ...layerBase,
  'server/{access,db,documents,notifications,parsers}/**',
  'server/plugins/calls.ts',
  'server/{app-types,audit-log,calendar-days,file-names,http-error,time-left,tokens}.ts',
]

/** Which files and packages a layer below the domains may import. */
const layerFiles: Record<string, readonly string[]> = {
  access: ['db/**', 'server/{app-types,audit-log,calendar-days,request-context,time-left}.ts'],
  backup: ['cli/command-line.ts', 'db/**', 'server/{env,startup-error}.ts', 'pg', 'pino'],
  cli: ['{csv,db}/**', 'server/{env,log,startup-error}.ts'],
  csv: ['parsers/run-parser.ts', 'server/{calendar-days,text-validation}.ts', 'csv-parse'],
  db: ['server/{env,http-error,startup-error}.ts', '@electric-sql/pglite', 'pg', 'pg-boss'],
  documents: [
    'server/{app-types,audit-log,calendar-days,file-names,http-error,startup-error,time-left,tokens}.ts',
    ...['any-ascii', 'fontkit', 'pdfkit', 'qr', 'zod'],
  ],
  html: ['db/schema/identity.ts', 'school/**'],
  metrics: ['server/{env,startup-error}.ts', 'pg', 'prom-client'],
  notifications: [
    '{access,db}/**',
    'server/{calendar-days,env,public-address,startup-error,stored-secret,tokens}.ts',
    ...['nodemailer', 'react', 'react-dom', 'react-email', 'web-push', 'zod'],
  ],
  parsers: ['server/http-error.ts', ...['p-limit', 'sharp', 'unpdf']],
  school: ['server/startup-error.ts', 'zod'],
  tracing: ['@opentelemetry/*'],
}

/**
 * Which files of other modules and which packages a domain of the server may import: the named files are public, the
 * rest is private. The order of the enrolment modules (groups, contracts, programme and transfers, purchase, catalog)
 * excludes cycles.
 */
const publicFiles: Record<string, readonly string[]> = {
  auth: [
    'cli/{command-line,served-commands}.ts',
    'html/**',
    'server/{env,request-context,request-language,startup-error,text-validation,user-agent}.ts',
    ...['@fastify/cookie', 'dataloader', 'jose', 'openid-client', 'zod'],
  ],
  'change-stream': ['auth/sessions/session-store.ts', '@fastify/sse'],
  content: ['server/{env,rich-text}.ts', '@fastify/static'],
  idp: [
    'auth/codes/{code-hashes,one-time-code-rules,one-time-codes}.ts',
    'auth/credentials/{credential-changes,password-store,passwords}.ts',
    'auth/oidc/{attempts,claims,client,errors,reauthentication,settings,sign-in-error}.ts',
    'auth/sessions/end-sessions.ts',
    'html/**',
    'invitations/invitations.ts',
    'server/{env,rate-limit-counters,request-context,request-language,startup-error,text-validation,trust-proxy}.ts',
    ...['oidc-provider', 'piscina'],
  ],
  invitations: ['cli/served-commands.ts', 'server/{env,startup-error}.ts'],
  jobs: [
    'auth/sessions/end-sessions.ts',
    '{billing,content,enrolment,integration,learning}/**',
    'invitations/queued-invitations.ts',
    'people/account-joins/move-late-rows.ts',
    'server/{env,rate-limit-counters}.ts',
    ...['pg', 'pg-boss'],
  ],
  people: [
    'auth/codes/{one-time-code-rules,one-time-codes}.ts',
    'auth/credentials/{credential-change-notices,credential-changes}.ts',
    'auth/devices/devices.ts',
    'auth/impersonation/{impersonation,start-impersonation}.ts',
    'auth/oidc/{settings,unmapped-roles}.ts',
    'auth/sessions/{end-sessions,session-store}.ts',
    'cli/{csv-file,import-command,served-commands}.ts',
    'enrolment/contracts/contract-list.ts',
    'html/**',
    'idp/accounts.ts',
    'invitations/{invitations,queued-invitations}.ts',
    'server/{env,public-address,rate-limit-counters,request-language,rich-text,startup-error,user-agent}.ts',
  ],
  plugins: [
    'ssr/{html-document,send-page}.ts',
    'server/{env,rate-limit-counters,request-context,request-language,text-validation}.ts',
    ...['@fastify/*', 'p-limit', 'qs', 'zod'],
  ],
  ssr: [
    'auth/provider-session/session-check.ts',
    'auth/sessions/session-plugin.ts',
    'people/profile/profile.ts',
    'plugins/{authorization,request-validation}.ts',
    'school/**',
    'server/{env,request-language}.ts',
    'system/client-config.ts',
    ...['piscina', 'qs'],
  ],
  system: ['server/{env,rate-limit-counters}.ts'],
  'enrolment/groups': [],
  'enrolment/contracts': ['enrolment/groups/{group-columns,places}.ts'],
  'enrolment/programme': [
    'enrolment/contracts/contract-status.ts',
    'enrolment/groups/{group-columns,places,schedule-conflicts}.ts',
  ],
  'enrolment/transfers': [
    'enrolment/contracts/{contract-status,rules}.ts',
    'enrolment/groups/**',
    'learning/schedule/schedule-items.ts',
  ],
  'enrolment/purchase': [
    'enrolment/contracts/{contract-status,instalments}.ts',
    'enrolment/groups/**',
    'enrolment/programme/rules.ts',
  ],
  'enrolment/catalog': [
    'enrolment/contracts/instalments.ts',
    'enrolment/groups/{group-columns,schedule-conflicts}.ts',
    'enrolment/purchase/{course-waiting-list,purchase-obstacles}.ts',
  ],
  'learning/schedule': [],
  'learning/teaching': ['learning/schedule/schedule-items.ts'],
  'learning/feed': ['learning/schedule/schedule-items.ts', 'ical-generator'],
  'learning/unseen': ['learning/schedule/schedule-items.ts'],
  'learning/grade-book': [],
  'learning/progress': [],
  'learning/events': [],
  'billing/bills': ['enrolment/contracts/rules.ts'],
  'billing/receipts': [
    'cli/{csv-file,import-command}.ts',
    'csv/**',
    'enrolment/contracts/contract-status.ts',
    'server/startup-error.ts',
  ],
  'billing/tax': [],
  integration: [
    'backup/backup-file.ts',
    'billing/receipts/main.ts',
    'cli/{command-line,csv-file,open-school,served-commands}.ts',
    'content/school-news/edit-news.ts',
    'csv/**',
    'enrolment/contracts/contract-status.ts',
    'server/{env,log,public-address,rich-text,startup-error,stored-secret,text-validation}.ts',
    'people/import/main.ts',
    'plugins/idempotency.ts',
    ...['p-limit', 'pg', 'standardwebhooks', 'yauzl', 'yazl', 'zod'],
  ],
}

const serverRules: readonly ImportRule[] = [
  ...Object.entries(layerFiles).map(([folder, files]) => allowedIn(folder, layerBase, files)),
  ...Object.entries(publicFiles).map(([folder, files]) => allowedIn(folder, serverBase, files)),
  {
    // Whose data a user may see is decided in one place (D-8); the import of people writes the table.
    files: 'server/!(access|db|demo)/**',
    forbiddenNames: { 'server/db/schema/people.ts': ['guardianships'] },
  },
  {
    // The excepted files put settings and types of the domains together.
    files: 'server/!(app|app-types|env|expected-values|main|start-warnings|startup-banner).ts',
    may: [
      ...layerBase,
      'server/{*.ts,db/**}',
      ...['@fastify/cookie', 'dayjs', 'ipaddr.js', 'pg', 'pino', 'sanitize-html', 'zod'],
    ],
  },
]

function allowedIn(folder: string, base: readonly string[], files: readonly string[]): ImportRule {
  const allowed = files.map((file) => (/^(server|@[^/]*)\/|^[^/]*$/.test(file) ? file : `server/${file}`))
  return { files: `server/${folder}/**`, may: [...base, `server/${folder}/**`, ...allowed] }
}

const importRules: readonly ImportRule[] = [
  { files: 'contract/**', may: ['contract/**', 'zod', 'punycode.js'] },
  { files: 'src/machines/**', may: ['src/machines/**', 'contract/**', 'xstate'] },
  {
    files: 'src/actors/**',
    may: [
      'src/{actors,machines,api,storage,tracking}/**',
      'src/app/{load-chunk,window-events}.ts',
      'contract/**',
      'xstate',
      '@tanstack/react-query',
    ],
    typesOnly: ['@tanstack/react-query'],
  },
  {
    files: 'src/api/**',
    may: ['src/api/**', 'contract/**', 'ofetch', 'qs', 'eventsource-parser', '@tanstack/react-query'],
    typesOnly: ['@tanstack/react-query'],
  },
  {
    files: 'src/storage/**',
    may: ['src/storage/**', 'src/{api,actors}/**', 'contract/**', 'js-cookie', 'idb-keyval', 'uuid'],
    typesOnly: ['src/actors/**'],
  },
  { files: 'src/ui/**', may: ['src/ui/**', 'react', 'react-dom', '@radix-ui/*', '@tanstack/react-virtual', 'cmdk'] },
  {
    files: 'src/domain/**',
    may: ['src/{domain,i18n,ui}/**', 'contract/**', 'dayjs', 'dompurify', '@lingui/core'],
    typesOnly: ['src/ui/**'],
  },
  {
    files: 'src/routes/**',
    never: ['src/app/{main,create-app,query-client}.*', 'src/ssr/**', 'src/api/http.ts', 'ofetch'],
    typesOnly: ['src/machines/**', 'src/app/{router,clock}.ts'],
    forbiddenNames: { react: ['*', 'default'] },
  },
  {
    // Effects belong to hooks of the shell, so that pages stay declarative.
    files: 'src/routes/{*,!(-shell)/**}',
    forbiddenNames: { react: ['useEffect', 'useLayoutEffect', 'useInsertionEffect'] },
  },
  { files: 'src/**', never: ['server/**', 'tests/**', 'scripts/**', 'node:*', 'zod'] },
  { files: 'server/**', never: ['src/**', 'tests/**', 'scripts/**', 'xstate'] },
  // The layout of emails is made of React components (decision 078).
  { files: 'server/{*,!(notifications)/**,notifications/{!(mail-layout).ts,templates/**}}', never: react },
  ...serverRules,
  // The runner is generic: the product is passed in by tests/models/config.ts.
  { files: 'tests/model-runner/**', never: ['src/**', 'contract/**', 'server/**', 'tests/models/**'] },
  { files: 'server/**/{rules,*-rules}.ts', typesOnly: ['drizzle-orm', 'pg', 'fastify', 'server/db/**'] },
  { files: '**', never: ['src/app/main.tsx'] },
]

/** A module that is put together of everything else is imported only where the application starts. */
const onlyImporters: Record<string, readonly string[]> = { 'server/app.ts': ['server/main.ts', 'tests/**'] }

/**
 * Folders of the server without a row, and rows without a folder. `paths` are all files of the server. The demo data uses
 * every domain and needs no row.
 */
export function serverRowViolations(paths: readonly string[]): string[] {
  const folders = new Set(
    paths.flatMap((path) => /^server\/((?:enrolment|learning|billing)\/[^/]+|[^/]+)\//.exec(path)?.[1] ?? []),
  )
  folders.delete('demo')
  const rows = Object.keys({ ...layerFiles, ...publicFiles })
  return [
    ...[...folders]
      .filter((folder) => !rows.includes(folder))
      .map((folder) => `server/${folder}/ has no row in scripts/import-rules.ts`),
    ...rows
      .filter((row) => !folders.has(row))
      .map((row) => `scripts/import-rules.ts has a row for server/${row}/, which does not exist`),
  ]
}

const forbiddenFileNames = /^(utils?|helpers?|common|misc|types|index|constants|service|manager)\./

type Import = { specifier: string; target: string; values: string[] }

/** Violations of one file, one sentence each. `path` is relative to the repository. */
export function violationsIn(path: string, source: string): string[] {
  return [
    ...fileNameViolations(path),
    ...emptyComponentViolations(path, source),
    ...importsIn(path, source).flatMap((one) => importViolations(path, one)),
  ]
}

function fileNameViolations(path: string): string[] {
  const name = posix.basename(path)
  const isIndexRoute = path.startsWith('src/routes/') && name === 'index.tsx'
  return forbiddenFileNames.test(name) && !isIndexRoute ? [`${path}: the name ${name} does not say what is in it`] : []
}

/** A component that always returns null only runs its hooks: that would get around the ban of effects in pages. */
function emptyComponentViolations(path: string, source: string): string[] {
  if (!path.startsWith('src/routes/') || !path.endsWith('.tsx')) return []
  return [...source.matchAll(/\bfunction ([A-Z]\w*)[\s\S]*?\n}/g)].flatMap(([body, name]) => {
    const returned = [...body.matchAll(/\breturn\b(.*)/g)].map(([, value]) => value?.trim())
    const isEmpty = returned.length > 0 && !body.includes('throw ') && returned.every((value) => value === 'null')
    return isEmpty ? [`${path}: ${name} renders nothing: make it a hook`] : []
  })
}

function importViolations(path: string, { specifier, target, values }: Import): string[] {
  const found: string[] = []
  // A file at the root has no alias.
  if (specifier.startsWith('../') && target.includes('/'))
    found.push('leaves its folder: use an alias that starts with #')
  for (const rule of importRules.filter(({ files }) => posix.matchesGlob(path, files))) {
    if (rule.may && !matchesAny(target, rule.may)) found.push(`is not allowed in ${rule.files}`)
    if (rule.never && matchesAny(target, rule.never)) found.push(`is forbidden in ${rule.files}`)
    if (values.length === 0) continue
    if (rule.typesOnly && matchesAny(target, rule.typesOnly)) found.push(`is allowed in ${rule.files} as a type only`)
    const forbidden = rule.forbiddenNames?.[target] ?? []
    found.push(
      ...values.filter((name) => forbidden.includes(name)).map((name) => `: ${name} is forbidden in ${rule.files}`),
    )
  }
  const importers = onlyImporters[target]
  if (importers && !matchesAny(path, importers)) found.push(`is allowed only in ${importers.join(', ')}`)
  const reachesBrowser = path.startsWith('src/') || browserContract.includes(path)
  const isZod = target === 'zod' || (target === 'zod/mini' && path !== 'contract/forms.ts')
  const bringsZod = isZod || (target.startsWith('contract/') && !browserContract.includes(target))
  if (reachesBrowser && bringsZod && values.length > 0) found.push('brings zod into the browser: use import type')
  if (isPrivateToAnotherPage(path, target))
    found.push('is private to another page: share it by src/domain, -shell or src/ui')
  if (isRouteFileOfAnotherModule(path, target)) found.push('is the HTTP layer of another module')
  return found.map((violation) => `${path}: ${specifier} ${violation}`.replace(' :', ':'))
}

/** A page may import from `-shell`; `-shell` imports from no page. */
function isPrivateToAnotherPage(path: string, target: string): boolean {
  const own = /^src\/routes\/-[^/]+\//.exec(path)?.[0]
  const theirs = /^src\/routes\/-[^/]+\//.exec(target)?.[0]
  return own !== undefined && theirs !== undefined && theirs !== own && theirs !== 'src/routes/-shell/'
}

function isRouteFileOfAnotherModule(path: string, target: string): boolean {
  return (
    /^server\/.+\/routes\.ts$/.test(target) &&
    path.startsWith('server/') &&
    path !== 'server/app.ts' &&
    !path.startsWith(posix.dirname(posix.dirname(target)))
  )
}

function matchesAny(target: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => posix.matchesGlob(target, pattern) || target.startsWith(`${pattern}/`))
}

/** All imports of a file. `values` is empty for type-only imports. */
export function importsIn(path: string, source: string): Import[] {
  const { module } = parseSync(path, source)
  const take = (specifier: string, values: string[]): Import => ({
    specifier,
    target: targetOf(path, specifier),
    values,
  })
  return [
    ...module.staticImports.map(({ moduleRequest, entries }) =>
      // An import without names runs the module: that is its value.
      take(moduleRequest.value, entries.length === 0 ? ['*'] : entries.filter((entry) => !entry.isType).map(nameOf)),
    ),
    ...module.staticExports
      .flatMap(({ entries }) => entries)
      .flatMap((entry) =>
        entry.moduleRequest ? [take(entry.moduleRequest.value, entry.isType ? [] : [nameOf(entry)])] : [],
      ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const literal = /^(['"`])(.*)\1$/.exec(source.slice(start, end))?.[2]
      return literal === undefined ? [] : [take(literal, ['*'])]
    }),
  ]
}

function nameOf({ importName: { kind, name } }: { importName: { kind: string; name: string | null } }): string {
  return kind === 'Default' ? 'default' : (name ?? '*')
}

/** Resolves `#src/x.ts` and `./x.ts` to `src/x.ts`; a package keeps its name. */
function targetOf(path: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier)
  return specifier.replace(/\?.*$/, '')
}
