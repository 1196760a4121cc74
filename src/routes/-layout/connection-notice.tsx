import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { useDates } from '#src/i18n/use-dates.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { ConnectionBar } from '#src/ui/layout/connection-bar.tsx'

/** Says that there is no connection, and from when the data on the page are. */
export function ConnectionNotice({ dataFrom }: { dataFrom: number | null }) {
  const { t } = useLingui()
  const send = useRouteContext({ from: '__root__', select: ({ connection }) => connection.send })
  return (
    <ConnectionBar action={t`Проверить связь`} onAction={() => send({ type: 'connection.retry' })}>
      {dataFrom === null ? <Trans>Нет сети.</Trans> : <DataFrom at={dataFrom} />}
    </ConnectionBar>
  )
}

function DataFrom({ at: noted }: { at: number }) {
  const dates = useDates()
  const at = useRouteContext({ from: '__root__', select: ({ clock }) => clock.fromDevice(noted) })
  const { today } = useSchoolNow()
  const iso = new Date(at).toISOString()
  const moment = dates.dayOf(iso) === today ? dates.time(iso) : dates.dateTime(iso)
  return <Trans>Нет сети. Показаны данные на {moment}.</Trans>
}
