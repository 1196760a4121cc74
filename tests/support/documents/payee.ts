/** Requisites of a school outside the demo, as its operator sets them; the numbers are not in use. */
export const payeeVariables = {
  PAYEE_NAME: 'ООО «Школа Примера»',
  PAYEE_INN: '7799999010',
  PAYEE_KPP: '779901001',
  PAYEE_ACCOUNT: '40703810300000000135',
  PAYEE_BANK: 'АО «Банк Примера»',
  PAYEE_BIC: '044525999',
  PAYEE_CORRESPONDENT_ACCOUNT: '30101810845250000999',
  PAYEE_SIGNATORY: 'Примеров Пример Примерович',
}

/** The notification settings of an operator's server; no server listens at these addresses. */
export const deliveryVariables = { SMTP_URL: 'smtp://localhost:9', SMS_GATEWAY_URL: 'http://localhost:9/sms' }
