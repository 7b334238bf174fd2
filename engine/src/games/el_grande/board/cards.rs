//! What the action cards do, in the language of the table.

use crate::games::el_grande::components::ElGrandeCard as Card;
use crate::picture::{Language, Table};

/// What the special action of a card does. In English it is what the API says of it.
pub fn text(table: &Table, card: Card) -> String {
    let text = match table.language {
        Language::English => card.facts().text,
        Language::Catalan => catalan(card),
        Language::Spanish => spanish(card),
    };
    text.to_owned()
}

fn catalan(card: Card) -> &'static str {
    match card {
        Card::S1Any5One => {
            "Intriga: mou fins a 5 cavallers de qualsevol color d'una sola regió a altres regions o al Castell."
        }
        Card::S1Any4 => "Intriga: mou fins a 4 cavallers de qualsevol color.",
        Card::S1Any3 => "Intriga: mou fins a 3 cavallers de qualsevol color.",
        Card::S1Own4 => "Intriga: mou fins a 4 dels teus cavallers.",
        Card::S1For3 => "Intriga: mou fins a 3 cavallers d'altres jugadors.",
        Card::S12And2 => "Intriga: mou fins a 2 cavallers teus i fins a 2 d'altres jugadors.",
        Card::S1Add2 => {
            "Intriga: col·loca fins a 2 cavallers més de la cort, a qualsevol regió o al Castell."
        }
        Card::S1Ownall => "Intriga: mou tots els teus cavallers d'una regió.",
        Card::S1Or => {
            "Intriga: mou tots els teus cavallers d'una regió, o bé col·loca'n fins a 2 més de la cort."
        }
        Card::S2Veto => {
            "Veto: fins al final de la ronda següent pots aturar una acció especial d'un altre jugador."
        }
        Card::S2DecayAll => "Pèrdua d'autoritat: la cort de tots els altres torna a la província.",
        Card::S2Decay3 => {
            "Pèrdua d'autoritat: 3 cavallers de la cort de cadascun dels altres tornen a la província."
        }
        Card::S2KingReturns => {
            "Torna el Rei: cadascun dels altres torna 3 cavallers a la província, de la cort o de regions, com vulgui."
        }
        Card::S2OneEach => "Torna a la província 1 cavaller de cada altre jugador, d'una regió.",
        Card::S2DiskTwo => {
            "Tothom tria en secret una regió on tingui almenys 2 cavallers i en torna 2 a la província."
        }
        Card::S2DiskAll => {
            "Tothom tria en secret una regió amb cavallers seus i els torna tots a la província."
        }
        Card::S2ScoreChoose | Card::S3Choose => {
            "Puntua una regió, o el Castell, a la teva elecció."
        }
        Card::S3Fours => "Puntua totes les regions que comencen per 4.",
        Card::S3Fives => "Puntua totes les regions que comencen per 5.",
        Card::S3Sixsevens => "Puntua totes les regions que comencen per 6 o per 7.",
        Card::S3Castillo => "Puntua el Castell; els cavallers s'hi queden.",
        Card::S3Firsts => "Puntua totes les regions, però només els primers llocs.",
        Card::S3Most => {
            "Puntua la regió amb més cavallers; totes, si n'hi ha unes quantes d'iguals."
        }
        Card::S3Least => {
            "Puntua la regió amb menys cavallers, sense comptar les buides; totes, si n'hi ha unes quantes d'iguals."
        }
        Card::S4Scoreboard => "Posa un marcador mòbil en una regió, o mou-ne un que ja hi sigui.",
        Card::S4Grande => "Mou el teu Gran a una altra regió, que serà casa teva a partir d'ara.",
        Card::S4Power => "Recupera a la mà una de les cartes de poder jugades.",
        Card::S4Court => "Porta fins a 2 cavallers de la província a la cort.",
        Card::S4KingAdviser => "Conseller reial: mou el Rei a una regió veïna.",
        Card::S4Movement => {
            "Digues una regió: cadascun dels altres en treu tots els seus cavallers, cap a un lloc que tria en secret."
        }
        Card::S4ScoreUnique => {
            "Tothom tria en secret una regió; es puntuen les que només ha triat un jugador."
        }
        Card::S5King => "Mou el Rei a qualsevol altra regió.",
    }
}

fn spanish(card: Card) -> &'static str {
    match card {
        Card::S1Any5One => {
            "Intriga: mueve hasta 5 caballeros de cualquier color de una sola región a otras regiones o al Castillo."
        }
        Card::S1Any4 => "Intriga: mueve hasta 4 caballeros de cualquier color.",
        Card::S1Any3 => "Intriga: mueve hasta 3 caballeros de cualquier color.",
        Card::S1Own4 => "Intriga: mueve hasta 4 de tus caballeros.",
        Card::S1For3 => "Intriga: mueve hasta 3 caballeros de otros jugadores.",
        Card::S12And2 => "Intriga: mueve hasta 2 caballeros tuyos y hasta 2 de otros jugadores.",
        Card::S1Add2 => {
            "Intriga: coloca hasta 2 caballeros más de la corte, en cualquier región o en el Castillo."
        }
        Card::S1Ownall => "Intriga: mueve todos tus caballeros de una región.",
        Card::S1Or => {
            "Intriga: mueve todos tus caballeros de una región, o coloca hasta 2 más de la corte."
        }
        Card::S2Veto => {
            "Veto: hasta el final de la ronda siguiente puedes detener una acción especial de otro jugador."
        }
        Card::S2DecayAll => {
            "Pérdida de autoridad: la corte de todos los demás vuelve a la provincia."
        }
        Card::S2Decay3 => {
            "Pérdida de autoridad: 3 caballeros de la corte de cada uno de los demás vuelven a la provincia."
        }
        Card::S2KingReturns => {
            "Vuelve el Rey: cada uno de los demás devuelve 3 caballeros a la provincia, de la corte o de regiones, como quiera."
        }
        Card::S2OneEach => {
            "Devuelve a la provincia 1 caballero de cada otro jugador, de una región."
        }
        Card::S2DiskTwo => {
            "Todos eligen en secreto una región donde tengan al menos 2 caballeros y devuelven 2 a la provincia."
        }
        Card::S2DiskAll => {
            "Todos eligen en secreto una región con caballeros suyos y los devuelven todos a la provincia."
        }
        Card::S2ScoreChoose | Card::S3Choose => "Puntúa una región, o el Castillo, a tu elección.",
        Card::S3Fours => "Puntúa todas las regiones que empiezan por 4.",
        Card::S3Fives => "Puntúa todas las regiones que empiezan por 5.",
        Card::S3Sixsevens => "Puntúa todas las regiones que empiezan por 6 o por 7.",
        Card::S3Castillo => "Puntúa el Castillo; los caballeros se quedan en él.",
        Card::S3Firsts => "Puntúa todas las regiones, pero solo los primeros puestos.",
        Card::S3Most => "Puntúa la región con más caballeros; todas, si hay varias iguales.",
        Card::S3Least => {
            "Puntúa la región con menos caballeros, sin contar las vacías; todas, si hay varias iguales."
        }
        Card::S4Scoreboard => {
            "Pon un marcador móvil en una región, o mueve uno que ya esté en otra."
        }
        Card::S4Grande => "Mueve a tu Grande a otra región, que será tu casa desde ahora.",
        Card::S4Power => "Recupera a la mano una de tus cartas de poder jugadas.",
        Card::S4Court => "Lleva hasta 2 caballeros de la provincia a la corte.",
        Card::S4KingAdviser => "Consejero real: mueve al Rey a una región vecina.",
        Card::S4Movement => {
            "Nombra una región: cada uno de los demás saca de ella todos sus caballeros, hacia un lugar que elige en secreto."
        }
        Card::S4ScoreUnique => {
            "Todos eligen en secreto una región; se puntúan las que solo ha elegido un jugador."
        }
        Card::S5King => "Mueve al Rey a cualquier otra región.",
    }
}
