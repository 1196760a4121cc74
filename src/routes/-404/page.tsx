import { useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTitle } from '#src/i18n/use-title.ts'
import { buttonClasses } from '#src/ui/button-look.ts'
import { ErrorMessage } from '#src/ui/layouts/error-message.tsx'

const route = getRouteApi('/404')

export default function NotFoundPage() {
  const { t } = useLingui()
  const title = useTitle()
  const isDocument = route.useSearch().lost === 'document'
  return (
    <ErrorMessage
      code="404"
      title={isDocument ? t`Ссылка на документ больше не действует` : title('404')}
      actions={
        <Link to="/" className={buttonClasses({ variant: 'primary' })}>
          {t`На главную`}
        </Link>
      }
    >
      <p>
        {isDocument
          ? t`Такая ссылка открывается 10 минут и только у того, кто её получил. Чтобы получить новую, войдите и нажмите ту же кнопку, с которой документ скачивали: она на прежнем месте.`
          : t`Возможно, адрес набран с ошибкой или страницу перенесли.`}
      </p>
    </ErrorMessage>
  )
}
