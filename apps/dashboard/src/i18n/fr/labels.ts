import type { Label } from '../en/labels.ts'

export const labels: Readonly<Record<Label, string>> = {
  'Customer Support': 'Service client',
  'Answers from your knowledge, solves problems step by step and hands hard cases to a person.':
    'Répond à partir de vos connaissances, résout les problèmes pas à pas et transfère les cas difficiles à une personne.',
  'Real Estate Agent': 'Agent immobilier',
  'Learns what people look for, suggests matching properties and arranges viewings.':
    'Apprend ce que les gens cherchent, propose des biens adaptés et organise des visites.',
  'Health Care Agent': 'Accueil médical',
  'The front desk of a practice: information, appointment requests and call backs, no medical advice.':
    'L’accueil d’un cabinet : informations, demandes de rendez-vous et rappels, pas de conseil médical.',
  'Confirm Email': 'Confirmer l’e-mail',
  'Asks for an e-mail address, checks it, repeats it back and takes corrections.':
    'Demande une adresse e-mail, la vérifie, la répète et accepte les corrections.',
  'Make Appointment': 'Prendre rendez-vous',
  'Collects name, date, time and e-mail, and has them confirmed before passing them on.':
    'Recueille nom, date, heure et e-mail, et les fait confirmer avant de les transmettre.',
  'Blank Template': 'Modèle vierge',
  'One start step and a short prompt: build your own from here.':
    'Une étape de départ et un prompt court : construisez le vôtre à partir d’ici.',
  'Game NPC': 'PNJ de jeu',
  'An innkeeper with moods, rumours and a secret: a character for games and stories.':
    'Un aubergiste avec ses humeurs, ses rumeurs et un secret : un personnage pour jeux et histoires.',
  'Europe (Frankfurt)': 'Europe (Francfort)',
  'North America (Virginia)': 'Amérique du Nord (Virginie)',
  'Workspace key': 'Clé de l’espace de travail',
  'Agency key': 'Clé de l’agence',
  'Agent key': 'Clé de l’agent',
  'The CSS is longer than 50,000 characters.': 'Le CSS dépasse 50 000 caractères.',
  'Brackets stand more than {max} deep within each other.':
    'Des parenthèses sont imbriquées sur plus de {max} niveaux.',
  'This can’t be read: {message}.': 'C’est illisible : {message}.',
  'The CSS holds the end of an HTML element.': 'Le CSS contient la fin d’un élément HTML.',
  'This can’t stand here.': 'Cela ne peut pas figurer ici.',
  'Rules stand at most {max} deep within each other.': 'Les règles s’imbriquent sur {max} niveaux au plus.',
  '@{name} is not used here.': '@{name} n’est pas utilisé ici.',
  'There are more than {selectors} selectors or {declarations} declarations: the rest goes.':
    'Il y a plus de {selectors} sélecteurs ou {declarations} déclarations : le reste disparaît.',
  'A step is from, to or a percentage.': 'Une étape est from, to ou un pourcentage.',
  '«{property}» is no name of a property.': '« {property} » n’est pas un nom de propriété.',
  '{name} is not used here: it can run scripts.': '{name} n’est pas utilisé ici : cela peut exécuter des scripts.',
  '!{word} means nothing; !important does.': '!{word} ne veut rien dire ; !important, si.',
  'This value can’t be read.': 'Cette valeur est illisible.',
  'z-index is a whole number up to {max} here: nothing may lie over consent and branding.':
    'z-index est ici un entier jusqu’à {max} : rien ne peut recouvrir le consentement et la marque.',
  '«{property}» is a property we do not know. Is it spelled right?':
    'Nous ne connaissons pas la propriété « {property} ». Est-elle bien écrite ?',
  '«{value}» is no value of {name} that we know.': '« {value} » n’est pas une valeur de {name} que nous connaissons.',
  'A selector begins with what it names.': 'Un sélecteur commence par ce qu’il désigne.',
  'What stands beside the chat can’t be changed, only what is in it.':
    'Ce qui est à côté du chat ne peut pas être modifié, seulement ce qu’il contient.',
  'A selector has at most {max} characters.': 'Un sélecteur a au plus {max} caractères.',
  'A bracket is not closed.': 'Une parenthèse n’est pas fermée.',
  'Escapes with \\ work inside quotes only.': 'Les échappements avec \\ ne valent qu’entre guillemets.',
  '{name}() is not used here: only functions that can’t fetch anything are.':
    '{name}() n’est pas utilisé ici : seules le sont les fonctions qui ne chargent rien.',
  'Only pictures uploaded here (/media/…) and data:image (PNG, JPEG, GIF, WebP, AVIF) can be loaded, so that visitors are not tracked.':
    'Seules les images envoyées ici (/media/…) et data:image (PNG, JPEG, GIF, WebP, AVIF) peuvent être chargées, afin que les visiteurs ne soient pas suivis.',
  'This is required.': 'Ce champ est obligatoire.',
  'Enter a valid e-mail address.': 'Saisissez une adresse e-mail valide.',
  'Enter a valid web address.': 'Saisissez une adresse web valide.',
  'Enter a valid phone number.': 'Saisissez un numéro de téléphone valide.',
  'Enter a number.': 'Saisissez un nombre.',
  'Enter {limit} or more.': 'Saisissez {limit} ou plus.',
  'Enter {limit} or less.': 'Saisissez {limit} ou moins.',
  'Enter at least {limit} characters.': 'Saisissez au moins {limit} caractères.',
  'Enter at most {limit} characters.': 'Saisissez au plus {limit} caractères.',
  'Enter a valid date.': 'Saisissez une date valide.',
  'Enter a valid time.': 'Saisissez une heure valide.',
  'Choose one of the options.': 'Choisissez l’une des options.',
  'Upload a file.': 'Envoyez un fichier.',
  'Monthly free credits': 'Crédits gratuits du mois',
  'Knowledge: {name}': 'Connaissances : {name}',
  'Crawler: {name}': 'Crawler : {name}',
  'Page: {name}': 'Page : {name}',
  'Comparison of passages': 'Comparaison de passages',
  'Interrupted answer': 'Réponse interrompue',
  'Granted by the operator': 'Accordés par l’exploitant',
  'Visitor {code}': 'Visiteur {code}',
  'Suggestions for an agent': 'Propositions pour un agent',
  'Improvement of a prompt': 'Amélioration d’un prompt',
}
