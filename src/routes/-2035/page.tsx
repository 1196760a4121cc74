import { useLingui } from '@lingui/react/macro'
import { ComingPage } from '#src/routes/-frame/coming-page.tsx'

export default function Programme2035Page() {
  const { t } = useLingui()
  return (
    <ComingPage name="2035" icon="u2035">{t`Здесь будут направления программы «2035» и запись в группы.`}</ComingPage>
  )
}
