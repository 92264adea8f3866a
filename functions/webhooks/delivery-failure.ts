/** Why a request did not arrive, in words that the account may read: what the receiver sent is not among them. */
export class DeliveryFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DeliveryFailure';
  }
}
