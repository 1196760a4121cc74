import { button, type PageQueries } from '#tests/model-runner/browser/drivers.ts'
import { inRussian } from './shell-page.ts'

/** The push notifications of this browser, in the card of the profile. */
export function pushSubscriptionPage(page: PageQueries, t = inRussian) {
  const card = page.getByRole('region', { name: t('Уведомления'), exact: true })
  return {
    card,
    alert: card.getByRole('alert'),
    enable: button(card, t('Включить в этом браузере')),
    check: button(card, t('Проверить снова')),
    disable: button(card, t('Выключить в этом браузере')),
    mustInstall: card.getByText(/На iPhone и iPad/),
    unsupported: card.getByText(/не показывает уведомления сайтов/),
    blocked: card.getByText(/запрещены в браузере/),
    asking: card.getByText(/Браузер спрашивает/),
    thisDevice: card.getByText(t('Это устройство')),
  }
}
