import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { ServiceAccounts } from './service-accounts.tsx'
import { Webhooks } from './webhooks.tsx'

const ServiceAccountDialog = lazyComponent(
  'service-account-dialog',
  () => import('./service-account-dialog.tsx'),
  'ServiceAccountDialog',
)
const WebhookDialog = lazyComponent('webhook-dialog', () => import('./webhook-dialog.tsx'), 'WebhookDialog')

/** Other programs of the school: who may use the integration API, and where events are sent. */
export function IntegrationsTab() {
  const { search, close } = useScreenSearch('admin')
  const { dialog, item } = search
  const onClose = () => close({ dialog: undefined, item: undefined })
  return (
    <div className="flex flex-col gap-lg">
      <ServiceAccounts />
      <Webhooks />
      {(dialog === 'account-new' || dialog === 'account-secret' || dialog === 'account-revoke') && (
        <ServiceAccountDialog key={item} action={dialog} id={item} onClose={onClose} />
      )}
      {(dialog === 'webhook-new' ||
        dialog === 'webhook-events' ||
        dialog === 'webhook-secret' ||
        dialog === 'webhook-remove' ||
        dialog === 'webhook-log') && <WebhookDialog key={item} action={dialog} id={item} onClose={onClose} />}
    </div>
  )
}
