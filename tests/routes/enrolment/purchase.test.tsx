import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { person, visit } from '#tests/support/browser/browser-app.tsx'
import { purchaseTexts } from '#tests/support/pages/purchase-page.ts'
import { shellNames } from '#tests/support/pages/shell-page.ts'
import { artem, course, ids, maria } from '#tests/support/samples/purchase-samples.ts'

test('A basket that fails again leaves the focus at the step', async () => {
  const fill = 'POST /api/v1/catalog/basket'
  const { callsOf } = await visit(`/catalog/${ids.course}/purchase?child=${ids.artem}&group=${ids.free}`, {
    'GET /api/v1/profile': { body: person(['parent']) },
    [`GET /api/v1/catalog/course/${ids.course}`]: { body: course },
    [`GET /api/v1/catalog/course/${ids.course}/student/list`]: { body: [artem(), maria] },
    [fill]: { problem: 'internal-error', status: 500 },
  })
  await userEvent.click(await screen.findByRole('button', { name: purchaseTexts.scheme('Оплата по этапам') }))
  const again = await screen.findByRole('button', { name: shellNames.retry })
  await userEvent.click(again)
  await waitFor(() => expect(callsOf(fill)).toHaveLength(2))
  await screen.findByRole('button', { name: shellNames.retry })
  expect([again.isConnected, document.activeElement]).toEqual([false, screen.getByRole('heading', { level: 2 })])
})
