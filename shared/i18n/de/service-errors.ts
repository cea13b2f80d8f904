/** German: what is wrong with an answer. */
import type { serviceErrors as en } from '../en/service-errors.ts';

export const serviceErrors: typeof en = (reason) => {
  switch (reason.is) {
    case 'unreachable':
      return 'Keine Verbindung.';
    case 'untrusted':
      return 'Dem Zertifikat wird nicht vertraut.';
    case 'broken':
      return 'Die Verbindung brach ab.';
    case 'web-page':
      return 'Statt des Dienstes antwortete eine Webseite.';
    case 'empty':
      return 'Die Antwort ist leer.';
    case 'no-json':
      return 'Die Antwort ist unvollständig oder kein JSON.';
    case 'bounds':
      return 'Die Antwort ist zu tief verschachtelt oder enthält zu viele Werte.';
    case 'no-form':
      return 'Die Antwort hat die falsche Form.';
    case 'invalid':
      return 'Der Dienst fand es ungültig.';
    case 'deleted':
      return 'Auf dem Server gibt es das nicht mehr; es wurde gelöscht.';
    case 'no-route':
      return 'Dieser Server kann das nicht; neuere können es.';
    case 'slow':
      return `Keine Antwort innerhalb von ${reason.seconds} s.`;
    case 'large':
      return `Die Antwort ist größer als ${reason.megabytes} MB.`;
    case 'status':
      return `Der Dienst antwortete ${reason.status}.`;
    case 'redirect':
      return `Der Server leitet um zu ${reason.location ?? 'einer anderen Adresse'}.`;
    case 'type':
      return `Die Antwort ist nicht ${reason.wanted}, sondern ${reason.got || 'ohne Art'}.`;
    case 'field':
      return reason.path === ''
        ? 'Die Antwort hat die falsche Form.'
        : `Die Antwort des Dienstes hat in „${reason.path}“ einen unerwarteten Wert.`;
    case 'page-stands':
      return 'Das Feld „nextOffset“ der Antwort stimmt nicht: Es führt nicht weiter.';
    case 'page-repeats':
      return 'Der Dienst schickt immer wieder dieselbe Seite.';
    case 'endless':
      return reason.what === 'tasks'
        ? `Das Board endet nach ${reason.limit} Aufgaben nicht.`
        : `Die Labels und Links einer Seite enden nach ${reason.limit} Seiten nicht.`;
    case 'description-long':
      return 'Die Beschreibung ist zu lang, um gelesen zu werden.';
    case 'label-lasts':
      return 'Das Label wird noch gelöscht.';
    case 'bulk':
      return `Der Dienst hat ${reason.done} von ${reason.of} Aufgaben geändert.`;
    case 'changing':
      return reason.what === 'board'
        ? 'Das Board ändert sich dauernd, während es gelesen wird.'
        : 'Die Beschreibung ändert sich dauernd, während sie gelesen wird.';
    case 'unusable-token':
      return {
        type: 'Das Anmelde-Token ist kein Bearer-Token; nur damit kann Punchcard arbeiten.',
        characters:
          'Das Anmelde-Token enthält Zeilenumbrüche, Leerzeichen oder andere Zeichen, die sich nicht senden lassen.',
        long: 'Das Anmelde-Token ist zu lang, um gesendet zu werden.',
      }[reason.flaw];
    case 'no-address':
      return `„${reason.text}“ ist keine Adresse.`;
    case 'no-scheme':
      return 'Die Adresse muss mit https:// oder http:// beginnen.';
    case 'no-host':
      return 'Die Adresse nennt keinen Server.';
  }
};
