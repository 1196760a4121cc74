import { readFileSync } from 'node:fs'
import { resolveBin, runInherited } from '#scripts/run-command.ts'

// npm run test:shop [-- --pay]: the contract test of the payment adapter against a test shop of ЮKassa, with its own keys.
const { YOOKASSA_SHOP_ID: shopId, YOOKASSA_SECRET_KEY_FILE: file, YOOKASSA_SECRET_KEY: text } = process.env
const secretKey = text ?? (file === undefined ? undefined : readFileSync(file, 'utf8').trim())

const refusal =
  shopId === undefined || secretKey === undefined
    ? 'test:shop: set YOOKASSA_SHOP_ID and YOOKASSA_SECRET_KEY_FILE (or YOOKASSA_SECRET_KEY) of a test shop: docs/online-payments.md.'
    : secretKey.startsWith('test_')
      ? null
      : 'test:shop: this is the key of a real shop. Those of test shops begin with test_.'

if (refusal === null)
  process.exitCode = await runInherited(
    resolveBin('vitest'),
    [
      'run',
      'tests/server/billing/shop.test.ts',
      '--project',
      'embedded',
      '--retry',
      '0',
      '--disable-console-intercept',
    ],
    {
      SHOP_ID: shopId,
      SHOP_KEY: secretKey,
      ...(process.argv.includes('--pay') && { SHOP_PAY: 'yes' }),
    },
  )
else {
  console.error(refusal)
  process.exitCode = 1
}
