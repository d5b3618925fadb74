/** Synonyms of common support words in six languages, so that questions match texts with other words. */
import { weekdayOf, weekdaysIn } from './calendar.ts'
import { normalize } from './words.ts'

/** One concept a line; `word*` matches every word with that beginning. */
const TABLE: Record<string, string> = {
  hours: `open opens opening opened hours staffed close closes closed closing öffn* geöffn* offen geschlossen schließ* sprechzeit* horaire*
    ouvr* ouvert* fermé* ferme fermez horario* abierto* abren abre abrís cierra* cerrado* aberto* abrem fecha fecham fechado* funcionamento
    فتح مفتوح تفتح يفتح افتح تفتحون مواعيد دوام ساعات مغلق يغلق`,
  price: `price* pricing cost costs fee fees charge charges charged expensive cheap tariff* preis* kost* gebühr* teuer prix tarif* coût* coute
    coûte* precio* cuesta* coste costo* tarifa* preço* custa custam custo custos valor سعر اسعار تكلف* يكلف ثمن رسوم`,
  refund: `refund* reimburs* moneyback return returns returned returning rückerstatt* erstatt* rückgabe* zurückgeben zurückschicken rücksend* retour* umtausch*
    rembours* reembols* devolu* devolver devolv* استرداد استرجاع ارجاع`,
  cancel: `cancel* terminat* unsubscrib* quit kündig* stornier* storno annul* résili* cancela* anula* rescind* notice الغاء الغي`,
  phone: `phone* telephon* call calls calling tel mobile hotline telefon* anruf* anrufen rufnummer téléphon* appel* teléfon* llamar telefon*
    ligar هاتف تليفون جوال اتصل اتصال`,
  email: `email* mail mails e-mail* mailbox courriel* correo* بريد ايميل`,
  address: `address* location* located where situated directions adress* standort* anschrift befind* liegt adresse* situé* trouve* trouvez
    dirección direcciones ubica* encuentra* endereço* localiza* fica ficam عنوان موقع يقع تقع`,
  shipping: `ship ships shipped shipping shipment* deliver* dispatch* courier* postage liefer* versand* verschick* zustell* livr* expédi*
    envío* envia* entreg* envio* frete شحن توصيل تسليم`,
  payment: `pay pays paid paying payment* invoice* billing bill zahl* bezahl* rechnung* paie* payer pago* pagar paga*
    factura* pagamento* fatura* دفع ادفع فاتوره`,
  means: `cash card cards cheque* check checks karte kreditkarte* bargeld bar tarjeta* efectivo carte especes cartão dinheiro بطاقه`,
  password: `password* passcode* passwort* kennwort* contraseña* senha* المرور`,
  support: `support help helps assistance helpdesk contact* reach hilfe kontakt* unterstütz* aide contacter contacto contactar ayuda ajuda
    contato* مساعده دعم تواصل`,
  guarantee: `warrant* guarantee* garantie* gewährleist* garantía* garantia* ضمان كفاله`,
  discount: `discount* coupon* voucher* promo* reduction* rabatt* gutschein* ermäßig* remise* réduction* descuento* cupón* desconto* cupom خصم
    قسيمه`,
  booking: `book booking* bookings reserv* appointment* termin termine buche buchen buchst bucht gebucht buchung* réserv* rendezvous rendez cita citas agendar marcar حجز
    موعد`,
  damaged: `damage* broken broke defect* faulty kaputt* defekt* beschädigt* cassé* défect* endommag* roto* dañad* quebrad* danificad* تالف معطوب`,
  parking: `park parking car-park* parkplatz parkplätze parken stationn* garer aparca* estaciona* موقف مواقف`,
  person: `human operator representative mensch* mitarbeiter* humain* conseiller* humano* persona pessoa atendente موظف انسان`,
  parcel: `parcel* package* order orders ordered bestell* paket* sendung* commande* colis pedido* encomenda* طلب طلبي طرد`,
  internet: `internet wifi wlan broadband`,
  yearly: `year years yearly annual* jahr* annuel* anual*`,
  weekend: `weekend* wochenende* week-end`,
  weekdays: `weekday* werktag* wochentag*`,
  pets: `pet pets dog dogs cat cats animal* hund* haustier* chien* animaux mascota* perro* cachorro* كلب حيوان حيوانات`,
  repair: `repair* fix fixed fixing mend* reparatur* reparier* répar* repara* conserto`,
  rental: `rent rents rented renting rental* hire hires hired borrow* lend* lease leasing miet* vermiet* verleih* leih* ausleih* louer alquil* alug*`,
  room: `room* bed beds sleep lodging zimmer chambre* habitacion* quarto*`,
  children: `child* kid kids son sons daughter* baby babies sohn söhne tochter töchter fille fils hija hijo filha filho kinder* enfant* niño* niña* criança* اطفال طفل`,
}

const exact = new Map<string, string[]>()
const prefixes: { start: string; concept: string }[] = []
for (const [concept, list] of Object.entries(TABLE)) {
  for (const entry of list.split(/\s+/).map((word) => normalize(word).replaceAll('-', ''))) {
    if (entry.endsWith('*')) prefixes.push({ start: entry.slice(0, -1), concept })
    else exact.set(entry, [...(exact.get(entry) ?? []), concept])
  }
}
const known = new Map<string, readonly string[]>()
const KNOWN_CAP = 20_000

/** The concepts a text names; «Monday to Friday» includes the days between, and «daily» all. */
export const conceptsIn = (text: string, content: readonly string[]): Set<string> =>
  new Set([...content.flatMap(conceptsOf), ...Array.from(weekdaysIn(text), ofWeekday).flat()])

const ofWeekday = (day: number): string[] => [day < 5 ? 'weekdays' : 'weekend', `day${day}`]

/** How long the last part of a compound may be. */
const HEAD_LENGTHS = [7, 8, 9, 10, 11, 12]

/** The concepts of a folded word; usually none or one. */
export function conceptsOf(word: string): readonly string[] {
  const before = known.get(word)
  if (before) return before
  const starts = prefixes.filter(({ start }) => word.startsWith(start)).map(({ concept }) => concept)
  // «Besucherparkplätze» are «Parkplätze».
  const heads = word.length > 10 ? HEAD_LENGTHS.flatMap((length) => exact.get(word.slice(-length)) ?? []) : []
  const day = weekdayOf(word)
  const bare = /^ال.{3,}/u.test(word) ? (exact.get(word.slice(2)) ?? []) : []
  const found = [
    ...new Set([...heads, ...(exact.get(word) ?? []), ...bare, ...starts, ...(day < 0 ? [] : ofWeekday(day))]),
  ]
  if (known.size < KNOWN_CAP) known.set(word, found)
  return found
}
