import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { ErrorHelp } from '#src/routes/-flow/account/error-help.tsx'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { ErrorMessage } from '#src/ui/feedback/error-block.tsx'

const route = getRouteApi('/404')

export default function NotFoundPage() {
  const { t } = useLingui()
  const title = useScreenTitle()
  const isDocument = route.useSearch().lost === 'document'
  return (
    <ErrorMessage
      code="404"
      icon="search"
      title={isDocument ? t`Ссылка на документ больше не действует` : title('404')}
      actions={
        <ButtonLink to="/" variant="primary">
          {t`На главную`}
        </ButtonLink>
      }
    >
      <p>
        {isDocument
          ? t`Такая ссылка открывается 10 минут и только у того, кто её получил. Чтобы получить новую, войдите и нажмите ту же кнопку, с которой документ скачивали: она на прежнем месте.`
          : t`Возможно, адрес набран с ошибкой или страницу перенесли.`}
      </p>
      <ErrorHelp />
    </ErrorMessage>
  )
}
