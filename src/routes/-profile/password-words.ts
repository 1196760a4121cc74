import { useLingui } from '@lingui/react/macro'
import { passwordLength } from '#contract/limits.ts'

/** What is wrong with a new password as far as this page can tell; the server knows the common ones (D-28). */
export function passwordFault(password: string): 'too-short' | null {
  return password.length < passwordLength.min ? 'too-short' : null
}

/** Words for the codes of a refused password. */
export function usePasswordWords() {
  const { t } = useLingui()
  return {
    ofCurrent: (code: string) => (code === 'required' ? t`Введите нынешний пароль.` : t`Это не нынешний пароль.`),
    ofNew(code: string): string {
      if (code === 'too-short') return t`Пароль короче 10 символов.`
      if (code === 'too-common') return t`Этот пароль знают все: его подбирают одним из первых. Придумайте другой.`
      return t`Такой пароль не подходит. Придумайте другой.`
    },
  }
}
