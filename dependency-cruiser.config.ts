import type { IConfiguration, IRegularForbiddenRuleType } from 'dependency-cruiser'

// Import rules of the product; Biome has those about names and relative paths. `from` and `to` are regular expressions
// over paths of the repository.

type Rule = IRegularForbiddenRuleType

function never(name: string, from: Rule['from'], to: Rule['to']): Rule {
  return { name, severity: 'error', from, to }
}

const anyOf = (paths: readonly string[]) => `(${paths.join('|')})`
/** Resolved paths of packages. */
const packages = (...names: string[]) => `node_modules/${anyOf(names)}/`
const npm = /^npm:/

/** Turns an allow-list into one expression: `npm:` marks packages. */
function toAllowed(entries: readonly string[]): string {
  return anyOf(entries.map((entry) => (npm.test(entry) ? packages(entry.replace(npm, '')) : `^${entry}`)))
}

/** Files in `from` may import only `allowed`; the server may import the modules of Node, too. */
const only = (name: string, from: Rule['from'], allowed: string, to: Rule['to'] = {}): Rule =>
  never(name, from, { pathNot: allowed, ...to })
const asValue = { dependencyTypesNot: ['type-only' as const] }

const react = packages('react', 'react-dom', '@xstate/react', '@lingui/react')

/** Modules of the contract that the browser may import values from: without zod, or with the schemas of its forms. */
const browserContract = anyOf([
  ...['enumerations', 'call-changes', 'change-stream', 'forms', 'roles', 'problem', 'screens'],
  ...['screen-search', 'search-params', 'route-access', 'limits', 'input-formats', 'plain-text'],
  ...['integration/service-areas', 'integration/webhooks', 'auth/return-path', 'auth/sign-in-failures'],
  ...[
    'billing/action-table',
    'billing/autopay-rules',
    'billing/bank-account',
    'learning/grade-book-selection',
    'people/chosen-child',
    'people/contacts',
    'people/guardian-rights',
    'people/names',
    'people/pairing-code',
  ],
])

const clientRules = [
  only('contract', { path: '^contract/' }, toAllowed(['contract/', 'npm:zod', 'npm:punycode\\.js'])),
  only('machines', { path: '^src/machines/' }, toAllowed(['src/machines/', 'contract/', 'npm:xstate'])),
  only(
    'actors',
    { path: '^src/actors/' },
    toAllowed([
      'src/(actors|machines|api|storage)/',
      'src/app/(load-chunk|window-events)\\.ts',
      ...['contract/', 'npm:xstate', 'npm:@tanstack/react-query'],
    ]),
  ),
  only(
    'api',
    { path: '^src/api/' },
    toAllowed([
      ...['src/api/', 'contract/', 'npm:ofetch', 'npm:qs', 'npm:eventsource-parser', 'npm:@tanstack/react-query'],
    ]),
  ),
  only(
    'storage',
    { path: '^src/storage/' },
    toAllowed(['src/(storage|api|actors)/', 'contract/', 'npm:js-cookie', 'npm:idb-keyval', 'npm:uuid']),
  ),
  only(
    'ui',
    { path: '^src/ui/' },
    toAllowed(['src/ui/', 'npm:react', 'npm:react-dom', 'npm:@radix-ui', 'npm:@tanstack/react-virtual', 'npm:cmdk']),
  ),
  only(
    'domain',
    { path: '^src/domain/' },
    toAllowed(['src/(domain|i18n|ui)/', 'contract/', 'npm:dayjs', 'npm:dompurify', 'npm:@lingui/core']),
  ),
  never('domain-without-components', { path: '^src/domain/' }, { path: '^src/ui/', ...asValue }),
  never('storage-without-actors', { path: '^src/storage/' }, { path: '^src/actors/', ...asValue }),
  never(
    'query-cache-of-the-app',
    { path: '^src/(actors|api)/' },
    { path: packages('@tanstack/react-query'), ...asValue },
  ),
  never(
    'routes',
    { path: '^src/routes/' },
    {
      path: anyOf([
        '^src/app/(main|create-app|query-client)\\.',
        '^src/ssr/',
        '^src/api/http\\.ts',
        packages('ofetch'),
      ]),
    },
  ),
  never(
    'routes-get-machines-by-context',
    { path: '^src/routes/' },
    { path: '^src/(machines/|app/(router|clock)\\.ts)', ...asValue },
  ),
  never(
    'page-of-another',
    { path: '^src/routes/-([^/]+)/' },
    { path: '^src/routes/-', pathNot: '^src/routes/-($1|flow|query)/' },
  ),
  // What pages share, from the top: -layout, -flow, -query.
  never('query-without-flow', { path: '^src/routes/-query/' }, { path: '^src/routes/-flow/' }),
  never('browser', { path: '^src/' }, { path: anyOf(['^(server|tests|scripts)/', packages('zod')]) }),
  never('browser-without-node', { path: '^src/' }, { dependencyTypes: ['core'] }),
  never(
    'no-zod-in-the-browser',
    { path: `^(src/|contract/${browserContract}\\.ts)`, pathNot: '^contract/forms\\.ts' },
    { path: `^contract/(?!${browserContract}\\.ts)|${packages('zod')}`, ...asValue },
  ),
  never(
    'forms-with-small-zod',
    { path: '^contract/forms\\.ts' },
    { path: `^contract/(?!${browserContract}\\.ts)|node_modules/zod/(?!mini/)`, ...asValue },
  ),
  never('application-starts-once', {}, { path: '^src/app/main\\.tsx' }),
]

/** What every folder of the server may import besides its own files. */
const layerBase = ['server/terminal/terminal-language\\.ts', 'contract/', 'npm:drizzle-orm', 'npm:fastify']

/** What a domain of the server may import besides its own files. */
const domainBase = [
  ...layerBase,
  'server/(access|changes|db|documents|notifications|parsers|queues|time)/',
  'server/plugins/(calls|document-links|list-files)\\.ts',
  'server/(app-types|http/(file-names|http-error)|security/(audit-log|one-time-state|tokens))\\.ts',
]

/** Which files and packages a layer below the domains may import. */
const layers = {
  access: ['(db|time)/', 'http/http-error\\.ts'],
  backup: [
    'cli/command-line\\.ts',
    'db/',
    '(environment/env|terminal/startup-error)\\.ts',
    ...['npm:pg', 'npm:pg-copy-streams', 'npm:pino'],
  ],
  changes: [
    'access/',
    'db/(client|list-of|schema/(identity|people))\\.ts',
    'queues/enqueue\\.ts',
    'http/request-context\\.ts',
  ],
  cli: ['db/', '(environment/env|terminal/(log|startup-error))\\.ts'],
  csv: ['parsers/run-parser\\.ts', 'time/', 'http/text-validation\\.ts', 'npm:csv-parse'],
  db: [
    'queues/queues\\.ts',
    '(http/http-error|terminal/startup-error)\\.ts',
    ...['npm:@electric-sql/pglite', 'npm:pg'],
  ],
  documents: ['payment-details/', 'time/', 'npm:any-ascii', 'npm:fontkit', 'npm:pdfkit'],
  environment: ['http/trust-proxy\\.ts', 'payment-details/', 'terminal/startup-error\\.ts', 'npm:zod'],
  html: ['db/schema/identity\\.ts', 'environment/(brand-colors|read-school)\\.ts', 'npm:sanitize-html'],
  http: ['npm:@fastify/cookie', 'npm:ipaddr\\.js', 'npm:zod'],
  metrics: [
    '(db/replicas|environment/env|queues/queues|security/rejection-counts|terminal/startup-error)\\.ts',
    'npm:pg',
    'npm:prom-client',
  ],
  notifications: [
    '(access|changes|db|time)/',
    'queues/enqueue\\.ts',
    '(environment/env|http/public-address|security/(signed-links|stored-secret|tokens)|terminal/startup-error)\\.ts',
    ...['npm:nodemailer', 'npm:react', 'npm:react-dom', 'npm:react-email', 'npm:sharp', 'npm:web-push', 'npm:zod'],
  ],
  parsers: ['http/http-error\\.ts', 'npm:p-limit', 'npm:sharp', 'npm:unpdf'],
  'payment-details': ['db/schema/checkouts\\.ts', 'npm:qr'],
  queues: ['npm:pg', 'npm:pg-boss'],
  roles: ['(access|changes|db)/', 'security/audit-log\\.ts'],
  'schedule-items': ['(access|db|time)/'],
  security: ['(db|time)/', 'http/request-context\\.ts', 'npm:@fastify/cookie', 'npm:ipaddr\\.js'],
  terminal: ['npm:pg', 'npm:pino'],
  time: ['npm:dayjs'],
  tracing: ['npm:@opentelemetry'],
}

/** Which files of other modules and which packages a domain may import: the named files are public, the rest is private. */
const domains = {
  absences: [],
  'account-control': [
    'auth/sessions/end-sessions\\.ts',
    'billing/autopay/(autopay-notices|stop-autopay)\\.ts',
    'billing/checkouts/(checkout-notices|start-checkout)\\.ts',
    'invitations/(invitations|queued-invitations)\\.ts',
    'roles/',
    'security/rate-limit-counters\\.ts',
  ],
  'account-joins': [
    'account-control/note-rights\\.ts',
    'auth/(codes/one-time-codes|sessions/end-sessions)\\.ts',
    'invitations/invitations\\.ts',
    'roles/',
  ],
  'admin-panel': [
    'consents/consents-of-user\\.ts',
    'environment/consent-texts\\.ts',
    'account-control/control-account\\.ts',
    'account-joins/find-joins\\.ts',
    'auth/(devices/devices|impersonation/impersonation|oidc/unmapped-roles|sessions/session-plugin)\\.ts',
    'enrolment/contracts/(contract-list|expire-unpaid-contracts|payment-sums|signatures|terminations)\\.ts',
    'enrolment/programme-2035/(expire-enrolments|rules)\\.ts',
    'erasure/data-requests\\.ts',
    'invitations/invitations\\.ts',
    'payment-details/payment-number\\.ts',
  ],
  administrators: [
    'cli/run-command\\.ts',
    'idp/accounts/accounts\\.ts',
    'invitations/invitations\\.ts',
    'roles/',
    '(environment/(env|oidc-settings)|terminal/startup-error)\\.ts',
  ],
  auth: [
    'cli/(command-line|run-command)\\.ts',
    'html/',
    'environment/(env|oidc-settings|provider-settings|read-school)\\.ts',
    'roles/',
    '(http/(form-bodies|request-(context|language|theme)|text-validation|user-agent)|terminal/startup-error)\\.ts',
    ...['npm:@fastify/cookie', 'npm:dataloader', 'npm:jose', 'npm:openid-client', 'npm:zod'],
  ],
  'change-stream': ['npm:@fastify/sse'],
  consents: ['(environment/(consent-texts|env)|http/request-context)\\.ts'],
  erasure: [
    'auth/(impersonation/impersonation|sessions/end-sessions)\\.ts',
    'billing/autopay/(autopay-notices|stop-autopay)\\.ts',
    '(cli/run-command|enrolment/contracts/payment-sums|environment/retention-periods|terminal/startup-error)\\.ts',
    'integration/format-types/reasons\\.ts',
    'npm:zod',
  ],
  content: ['(environment/env|html/rich-text)\\.ts', 'npm:@fastify/static'],
  idp: [
    'auth/codes/(code-hashes|one-time-code-rules|one-time-codes)\\.ts',
    'auth/credentials/(credential-changes|password-store|passwords)\\.ts',
    'auth/oidc/(attempts|claims|client|errors|reauthentication|sign-in-error)\\.ts',
    'auth/sessions/end-sessions\\.ts',
    'html/',
    'http/(request-(context|language|theme)|text-validation|trust-proxy)\\.ts',
    'invitations/invitations\\.ts',
    '(environment/(env|oidc-settings)|security/rate-limit-counters|terminal/startup-error)\\.ts',
    ...['npm:oidc-provider', 'npm:piscina', 'npm:zod'],
  ],
  invitations: ['cli/run-command\\.ts', '(environment/env|terminal/startup-error)\\.ts'],
  jobs: [
    'admin-panel/work-(queues|takers)\\.ts',
    'account-control/(announce-coming-of-age|coming-of-age)\\.ts',
    'account-joins/move-late-rows\\.ts',
    'auth/(codes/one-time-code-limits|credentials/credential-changes|devices/known-devices)\\.ts',
    'auth/(oidc/(attempts|unmapped-roles)|provider-session/backchannel-logout|sessions/end-sessions|sign-in/sign-out)\\.ts',
    '(billing|content|enrolment|integration|learning)/',
    '(erasure/erase-person|invitations/queued-invitations|retention/old-records)\\.ts',
    'personal-data/',
    'idp/(protocol/oidc-adapter|recovery/recovery-limits)\\.ts',
    '(environment/(env|retention-periods)|plugins/idempotency|security/rate-limit-counters)\\.ts',
    ...['npm:p-limit', 'npm:pg', 'npm:pg-boss'],
  ],
  pairing: [
    'account-joins/(join-accounts|join-sides)\\.ts',
    'account-control/(control-account|note-rights)\\.ts',
    'auth/codes/one-time-code-(limits|rules)\\.ts',
    'roles/',
    'security/rate-limit-counters\\.ts',
  ],
  'notification-center': ['html/', 'http/(public-address|user-agent)\\.ts', 'plugins/link-page\\.ts'],
  plugins: [
    '(csv/write-csv|environment/(env|third-parties)|http/(request-context|request-language|request-theme|school-names|text-validation)|security/rate-limit-counters)\\.ts',
    'html/page-(layout|site)\\.ts',
    ...['npm:@fastify', 'npm:p-limit', 'npm:qs', 'npm:zod'],
  ],
  retention: [
    'cli/run-command\\.ts',
    '(environment/retention-periods|erasure/erase-person|integration/api/old-changes)\\.ts',
  ],
  'personal-data': [
    'billing/bills/issued-documents\\.ts',
    'billing/tax/certificate-file\\.ts',
    'plugins/authorization\\.ts',
    '(environment/env|security/stored-secret)\\.ts',
    ...['npm:yazl', 'npm:zod'],
  ],
  profile: ['auth/credentials/(credential-change-notices|credential-changes)\\.ts', 'auth/sessions/session-store\\.ts'],
  ssr: [
    'auth/provider-session/session-check\\.ts',
    'auth/sessions/session-plugin\\.ts',
    'plugins/(authorization|request-validation)\\.ts',
    'profile/profile\\.ts',
    '(environment/(brand-colors|env|read-school)|html/page-fonts|http/request-(language|theme))\\.ts',
    'system/client-config\\.ts',
    ...['npm:@fastify/static', 'npm:piscina', 'npm:qs'],
  ],
  system: ['(environment/(env|third-parties)|security/rate-limit-counters)\\.ts'],
  tickets: ['html/rich-text\\.ts'],
  'enrolment/groups': [],
  'enrolment/contracts': [
    'enrolment/groups/(group-columns|places)\\.ts',
    'http/request-context\\.ts',
    'payment-details/payment-number\\.ts',
  ],
  'enrolment/programme-2035': [
    'enrolment/contracts/contract-status\\.ts',
    'enrolment/groups/(group-columns|places|schedule-conflicts)\\.ts',
  ],
  'enrolment/transfers': [
    'enrolment/contracts/(contract-status|rules|unsigned-payments)\\.ts',
    'enrolment/groups/',
    'schedule-items/',
  ],
  'enrolment/purchase': [
    'enrolment/contracts/(agreements|contract-status|instalments|notify-of-conclusion|rules|signatures)\\.ts',
    'enrolment/groups/',
    'enrolment/programme-2035/rules\\.ts',
  ],
  'enrolment/signing': [
    'auth/codes/one-time-code(-rule)?s\\.ts',
    'billing/bills/printable-contract\\.ts',
    'enrolment/contracts/(agreements|contract-status|notify-of-conclusion|rules|signatures|unsigned-payments)\\.ts',
    'http/request-context\\.ts',
  ],
  'enrolment/catalog': [
    'enrolment/contracts/(contract-status|instalments)\\.ts',
    'enrolment/groups/(group-columns|late-start-price|schedule-conflicts)\\.ts',
    'enrolment/purchase/(course-waiting-list|purchase-obstacles)\\.ts',
    'http/school-names\\.ts',
  ],
  'learning/schedule': ['schedule-items/'],
  'learning/teaching': ['schedule-items/'],
  'learning/feed': ['schedule-items/', 'npm:ical-generator'],
  'learning/unseen': ['schedule-items/', 'tickets/unread-tickets\\.ts'],
  'learning/grade-book': [],
  'learning/progress': ['schedule-items/'],
  'learning/homework': ['schedule-items/'],
  'learning/events': [],
  'billing/bank-lines': ['billing/ledger/', 'enrolment/contracts/rules\\.ts', 'payment-details/'],
  'billing/bills': [
    'billing/tax/certificate-file\\.ts',
    'enrolment/contracts/(agreements|rules|signatures|unsigned-payments|verification)\\.ts',
    'payment-details/',
    'plugins/request-validation\\.ts',
  ],
  'billing/checkouts': [
    ...['billing/(ledger|providers)/', 'enrolment/contracts/(contract-status|rules|unsigned-payments)\\.ts'],
    ...['payment-details/payment-number\\.ts', 'security/(rate-limit-counters|stored-secret)\\.ts', 'npm:zod'],
  ],
  'billing/autopay': [
    ...['billing/(checkouts|ledger)/', 'enrolment/contracts/(card-charges|payment-sums|rules)\\.ts', 'npm:zod'],
    ...['html/', 'plugins/link-page\\.ts', 'security/signed-links\\.ts'],
  ],
  'billing/terminations': [
    ...[
      'billing/(checkouts|ledger)/',
      'billing/autopay/(autopay-notices|stop-autopay)\\.ts',
      'security/stored-secret\\.ts',
    ],
    'enrolment/contracts/(contract-status|rules|terminations|unsigned-payments)\\.ts',
    'enrolment/groups/(group-columns|places)\\.ts',
  ],
  'billing/actions': [
    'billing/(ledger|terminations)/',
    'billing/bills/staff-documents\\.ts',
    'enrolment/contracts/(contract-list|contract-status|notify-of-conclusion|payment-page|rules|signatures|terminations|unsigned-payments)\\.ts',
    'enrolment/groups/places\\.ts',
    'payment-details/payment-number\\.ts',
  ],
  'billing/providers': ['environment/env\\.ts', 'npm:cockatiel', 'npm:zod'],
  'billing/ledger': ['enrolment/contracts/(contract-status|payment-sums|rules|unsigned-payments)\\.ts'],
  'billing/tax': ['payment-details/check-digits\\.ts'],
  integration: [
    'account-control/note-rights\\.ts',
    'backup/backup-file\\.ts',
    'billing/(ledger/|bank-lines/store-lines\\.ts)',
    'cli/(command-line|run-command)\\.ts',
    'content/school-news/edit-news\\.ts',
    'csv/',
    'enrolment/contracts/(contract-status|payment-sums|rules|unsigned-payments)\\.ts',
    'payment-details/(bill-number|contract-words|payment-number)\\.ts',
    'roles/',
    '(html/rich-text|http/(public-address|text-validation)|plugins/idempotency|security/stored-secret)\\.ts',
    '(environment/env|terminal/startup-error)\\.ts',
    ...['npm:p-limit', 'npm:pg', 'npm:standardwebhooks', 'npm:yauzl', 'npm:yazl', 'npm:zod'],
  ],
}

const withoutNode = { dependencyTypesNot: ['core' as const] }

/** Allow-lists of the folders of the server. */
function folderRules(rows: Record<string, readonly string[]>, base: readonly string[]): Rule[] {
  return Object.entries(rows).map(([folder, entries]) =>
    only(
      `server/${folder}`,
      { path: `^server/${folder}/` },
      toAllowed([...base, ...[`${folder}/`, ...entries].map((entry) => (npm.test(entry) ? entry : `server/${entry}`))]),
      withoutNode,
    ),
  )
}

const serverRules = [
  ...folderRules(layers, layerBase),
  ...folderRules(domains, domainBase),
  never(
    'folder-without-a-row',
    { path: '^server/[^/]+/', pathNot: `^server/${anyOf([...Object.keys({ ...layers, ...domains }), 'demo'])}/` },
    {},
  ),
  // They put everything together.
  never(
    'loose-file-of-the-server',
    { path: '^server/[^/]+\\.ts', pathNot: '^server/(app|app-types|main|start-warnings|startup-banner)\\.ts' },
    {},
  ),
  never('server-without-browser', { path: '^server/' }, { path: `^(src|tests|scripts)/|${packages('xstate')}` }),
  // The layout of emails is made of React components.
  never(
    'react-only-in-mails',
    { path: '^server/', pathNot: '^server/notifications/mail-layout\\.ts' },
    { path: react },
  ),
  never(
    'rules-are-pure',
    { path: '^server/.*[/-]rules\\.ts' },
    { path: anyOf(['^server/db/', packages('drizzle-orm', 'pg', 'fastify')]), ...asValue },
  ),
  never(
    'http-layer-of-another',
    { path: '^server/([^/]+)/' },
    { path: '^server/.+/routes\\.ts', pathNot: '^server/$1/' },
  ),
  // Files that stand directly in a module put its folders together.
  never('folder-on-its-parent', { path: '^server/(.+)/[^/]+/[^/]+$' }, { path: '^server/$1/[^/]+\\.ts$' }),
  // It is put together of everything else.
  never('application', { pathNot: '^(server/main\\.ts|tests/)' }, { path: '^server/app\\.ts' }),
]

/** `rules`: the allow-lists and bans. Unparsed: tests of the product, whose rules Biome has. */
const configuration: IConfiguration = {
  forbidden: [
    ...clientRules,
    ...serverRules,
    // The runner is generic: the product is passed in by tests/models/config.ts.
    never('runner', { path: '^tests/model-runner/' }, { path: '^(src|contract|server|tests/models)/' }),
    // The router generates a cycle of types.
    never(
      'cycle',
      { path: '^(contract|src|server|scripts)/' },
      { circular: true, viaOnly: { pathNot: '^src/routeTree\\.gen\\.ts' } },
    ),
    { ...never('cycle-of-folders', { path: '^server/' }, { circular: true }), scope: 'folder' },
  ],
  options: {
    doNotFollow: { path: 'node_modules|^tests/(?!model-runner/)' },
    // Imports of types count; rules that are about values say so.
    tsPreCompilationDeps: 'specify',
    // TypeScript 7 has no interface for other programs yet.
    parser: 'swc',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}

export default configuration
