import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import placa.ApiClient;
import placa.ApiException;
import placa.api.GamesApi;
import placa.api.PlayApi;
import placa.api.PlayersApi;
import placa.model.*;

/** Plays one whole game of each game on offer, all seats, with the client of OpenAPI Generator. Argument: BASE. */
public final class Play {
    private static final Random DICE = new Random(5);

    public static void main(String[] args) throws Exception {
        List<ApiClient> table = new ArrayList<>();
        for (int n = 0; n < 2; n++) {
            String name = "Bean " + UUID.randomUUID().toString().substring(0, 12);
            PlayersApi players = new PlayersApi(client(args[0], null));
            Registered registered = players.registerPlayer(new Register().name(name), null);
            table.add(client(args[0], registered.getToken()));
        }
        play(table, new OfferGame(new OfferCastellers().game(OfferCastellers.GameEnum.CASTELLERS).seats(2)));
        play(table, new OfferGame(new OfferCastell().game(OfferCastell.GameEnum.CASTELL).seats(2)));
        play(table, new OfferGame(new OfferElGrande().game(OfferElGrande.GameEnum.EL_GRANDE).seats(2)));
    }

    private static ApiClient client(String base, String token) {
        ApiClient client = new ApiClient();
        client.updateBaseUri(base);
        if (token != null) {
            client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
        }
        return client;
    }

    private static void play(List<ApiClient> table, OfferGame offer) throws ApiException {
        GamesApi owner = new GamesApi(table.get(0));
        UUID id = owner.offerGame(offer, null).getId();
        for (ApiClient guest : table.subList(1, table.size())) {
            new GamesApi(guest).takeSeat(id, new TakeSeat(), null);
        }
        Game game = owner.getGame(id, null, null, null);
        for (int moves = 0; moves < 5000 && !game.getAwaiting().isEmpty(); moves++) {
            PlayApi player = new PlayApi(table.get(game.getAwaiting().get(0)));
            SubmitActions sent = submission(player.listLegalActions(id, null));
            player.act(id, sent, null, null);
            if (moves == 0) {
                refusedIfSentAgain(player, id, sent);
            }
            game = owner.getGame(id, null, null, null);
        }
        if (game.getStatus() != Status.FINISHED || game.getOutcome().getPlaces().size() != table.size()) {
            throw new IllegalStateException(game.toString());
        }
        System.out.println(game.getGame() + ": finished at revision " + game.getRevision());
    }

    private static void refusedIfSentAgain(PlayApi player, UUID id, SubmitActions sent) {
        try {
            player.act(id, sent, null, null);
            throw new IllegalStateException("a stale revision was taken");
        } catch (ApiException refused) {
            if (refused.getCode() != 412 && refused.getCode() != 409) {
                throw new IllegalStateException(refused);
            }
        }
    }

    private static SubmitActions submission(LegalActions legal) {
        Object actual = legal.getActualInstance();
        if (actual instanceof CastellersLegalActions it) {
            return new SubmitActions(new SubmitCastellersActions()
                .game(SubmitCastellersActions.GameEnum.CASTELLERS)
                .revision(it.getRevision())
                .addActionsItem(pick(it.getActions())));
        }
        if (actual instanceof CastellLegalActions it) {
            return new SubmitActions(new SubmitCastellActions()
                .game(SubmitCastellActions.GameEnum.CASTELL)
                .revision(it.getRevision())
                .addActionsItem(pick(it.getActions())));
        }
        ElGrandeLegalActions it = (ElGrandeLegalActions) actual;
        return new SubmitActions(new SubmitElGrandeActions()
            .game(SubmitElGrandeActions.GameEnum.EL_GRANDE)
            .revision(it.getRevision())
            .addActionsItem(pick(it.getActions())));
    }

    /** Evenly among the kinds of action, then among those of the kind. */
    private static <A extends AbstractOpenApiSchema> A pick(List<A> actions) {
        var kinds = actions.stream().collect(Collectors.groupingBy(
            it -> it.getActualInstance().getClass().getSimpleName(), java.util.TreeMap::new, Collectors.toList()));
        var kind = new ArrayList<>(kinds.values()).get(DICE.nextInt(kinds.size()));
        return kind.get(DICE.nextInt(kind.size()));
    }
}
