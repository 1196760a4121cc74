import { useLingui } from '@lingui/react/macro'
import { ComingPage } from '#src/routes/-frame/coming-page.tsx'

export default function AdminPage() {
  const { t } = useLingui()
  return (
    <ComingPage
      name="admin"
      icon="settings"
    >{t`Здесь будут поиск пользователей, вход под пользователем и журнал действий.`}</ComingPage>
  )
}
