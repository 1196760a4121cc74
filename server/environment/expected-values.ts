import type { TerminalText } from '#server/terminal/terminal-language.ts'
import { clientAuthMethods, responseModes } from './oidc-settings.ts'
import type { environmentVariables } from './variables.ts'

export type VariableName = keyof typeof environmentVariables.shape

const onOff = { ru: 'нужно on или off', en: 'must be on or off' }
const port = {
  ru: 'нужен номер порта от 0 до 65535, например 3000',
  en: 'must be a port from 0 to 65535, such as 3000',
}
const text = { ru: 'не должна быть пустой', en: 'must not be empty' }
const path = { ru: 'нужен путь к файлу', en: 'must be the path of a file' }
const wholeFrom1 = { ru: 'нужно целое число от 1', en: 'must be a whole number from 1' }
const vapid = 'npx web-push generate-vapid-keys'

function addressLike(example: string): TerminalText {
  return { ru: `нужен полный адрес, например ${example}`, en: `must be a whole address such as ${example}` }
}

function emailLike(example: string): TerminalText {
  return { ru: `нужен адрес почты, например ${example}`, en: `must be an email address such as ${example}` }
}

function oneOf(values: readonly string[]): TerminalText {
  return { ru: `нужно одно из ${values.join(', ')}`, en: `must be one of ${values.join(', ')}` }
}

function wholeNumber(from: number, to: number): TerminalText {
  return { ru: `нужно целое число от ${from} до ${to}`, en: `must be a whole number from ${from} to ${to}` }
}

/** What each variable must be, for an operator whose value is refused. */
export const expectedValues: Readonly<Record<VariableName, TerminalText>> = {
  HOST: {
    ru: 'нужно имя или адрес этой машины, например localhost',
    en: 'must be a name or address of this machine such as localhost',
  },
  PORT: port,
  PUBLIC_URL: addressLike('https://lk.school.example'),
  TRUST_PROXY: {
    ru: 'нужно число прокси перед сервером (1), их адреса (10.0.0.0/8,192.0.2.7) или off',
    en: 'must be how many proxies stand in front (1), or their addresses (10.0.0.0/8,192.0.2.7), or off',
  },
  DATABASE_URL: addressLike('postgres://user:password@localhost/account'),
  DATABASE_READ_URL: {
    ru: 'нужны полные адреса через запятую, например postgres://user:password@replica/account',
    en: 'must be whole addresses with commas such as postgres://user:password@replica/account',
  },
  DATABASE_POOL: wholeNumber(1, 200),
  DATA_DIR: { ru: 'нужен путь к каталогу', en: 'must be the path of a directory' },
  FILES_DIR: { ru: 'нужен путь к каталогу', en: 'must be the path of a directory' },
  DEMO: onOff,
  DELIVERY: onOff,
  OIDC_PROVIDERS: {
    ru: 'нужны разные имена через запятую, например families,staff: строчные латинские буквы и цифры, не embedded, не oidc, не client',
    en: 'must be different names with commas, such as families,staff: small Latin letters and digits, not embedded, oidc or client',
  },
  OIDC_ISSUER: addressLike('https://id.school.example'),
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_CLIENT_KEY_FILE: path,
  OIDC_CLIENT_AUTH: oneOf(clientAuthMethods),
  OIDC_CLOCK_TOLERANCE: wholeNumber(0, 600),
  OIDC_SESSION_CHECK: wholeNumber(5, 720),
  OIDC_SCOPES: {
    ru: 'нужны слова через пробел, среди них openid, например openid profile email',
    en: 'must be words with spaces, openid among them, such as openid profile email',
  },
  OIDC_RESPONSE_MODE: oneOf(responseModes),
  OIDC_PUSHED_REQUESTS: onOff,
  OIDC_ACR_VALUES: text,
  OIDC_SECOND_FACTOR: text,
  IDP_PORT: port,
  IDP_PUBLIC_URL: addressLike('https://id.school.example'),
  IAM_PASSWORD_URL: addressLike('https://id.school.example/passwords'),
  IAM_PASSWORD_SECRET: text,
  SIGN_INS_PER_MINUTE: wholeFrom1,
  INVITATIONS_PER_MINUTE: wholeNumber(1, 10_000),
  TWO_FACTOR_FRESH_SECONDS: wholeFrom1,
  IMPERSONATION_TWO_FACTOR: onOff,
  SMTP_URL: addressLike('smtps://user:password@mail.school.example'),
  MAIL_FROM: emailLike('no-reply@school.example'),
  SMS_GATEWAY_URL: addressLike('https://sms.school.example/send'),
  SMS_GATEWAY_TOKEN: text,
  SECRETS_KEY: {
    ru: 'нужно не меньше 32 символов: openssl rand -base64 32',
    en: 'must have at least 32 characters: openssl rand -base64 32',
  },
  SECRETS_KEY_FILE: path,
  VAPID_PUBLIC_KEY: { ru: `нужны 65 байт в base64url: ${vapid}`, en: `must be 65 bytes in base64url: ${vapid}` },
  VAPID_PRIVATE_KEY: { ru: `нужны 32 байта в base64url: ${vapid}`, en: `must be 32 bytes in base64url: ${vapid}` },
  PUSH_ALLOW_PRIVATE: onOff,
  WEBHOOK_ALLOW_PRIVATE: onOff,
  VIRUS_SCANNER: {
    ru: 'нужен адрес clamd: tcp://127.0.0.1:3310 или unix:///run/clamav/clamd.ctl',
    en: 'must be the address of clamd: tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl',
  },
  YOOKASSA_SHOP_ID: { ru: 'нужен номер магазина из цифр', en: 'must be the number of the shop' },
  YOOKASSA_SECRET_KEY: {
    ru: 'нужен секретный ключ магазина без пробелов',
    en: 'must be the secret key of the shop, without spaces',
  },
  YOOKASSA_SECRET_KEY_FILE: path,
  YOOKASSA_METHODS: {
    ru: 'нужны способы оплаты через запятую из card и sbp',
    en: 'must be ways to pay with commas, of card and sbp',
  },
  YOOKASSA_AUTOPAY: onOff,
  YOOKASSA_RECEIPTS: onOff,
  YOOKASSA_VAT_CODE: wholeNumber(1, 12),
  YOOKASSA_TAX_SYSTEM: wholeNumber(1, 6),
  YOOKASSA_RECEIPT_URL: addressLike('https://ofd.example/check?t={t}&s={s}&fn={fn}&i={i}&fp={fp}&n={n}'),
  DEMO_PAYMENT_SECONDS: wholeNumber(10, 3600),
  METRICS_PORT: port,
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  API_DOCS: onOff,
  CHECK_ANSWERS: onOff,
  RENDER_TIMEOUT_MS: wholeNumber(0, 10_000),
  SERVICE_WORKER: onOff,
  SCHOOL_FILE: path,
  WEB_BASE_URL: addressLike('https://www.school.example'),
  TIME_ZONE: {
    ru: 'нужно название пояса IANA, известное всем поддерживаемым браузерам, например Europe/Moscow',
    en: 'must be an IANA time zone that all supported browsers know, such as Europe/Moscow',
  },
  SUPPORT_PHONE: text,
  SUPPORT_EMAIL: emailLike('help@school.example'),
  TAG_MANAGER_ID: {
    ru: 'нужно до 32 заглавных латинских букв, цифр и дефисов, например GTM-ABC123',
    en: 'must be up to 32 capital letters, digits and hyphens, such as GTM-ABC123',
  },
  COUNTER_IDS: {
    ru: 'нужны числа через запятую, например 101,202',
    en: 'must be numbers with commas, such as 101,202',
  },
  CHAT_SCRIPT_URL: addressLike('https://chat.example/widget.js'),
  PROFILE_SERVICE_URL: addressLike('https://profiles.example/users'),
  THIRD_PARTIES_WITHOUT_CONSENT: onOff,
  LINK_PROVIDERS: {
    ru: 'нужны имена из строчных латинских букв и цифр через запятую, например yandex,vk',
    en: 'must be names of small letters and digits with commas, such as yandex,vk',
  },
}
